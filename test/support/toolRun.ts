import type { Tool, ToolContext, ToolOutput } from '../../src/core/tools/tool.ts';

/** Runs a call as the runner does, without hooks and permissions. */
export async function runTool<Input>(
  tool: Tool<Input>,
  input: unknown,
  context: Partial<ToolContext> = {},
): Promise<ToolOutput> {
  const parsed = tool.parse(input);
  return tool.run(parsed, {
    callId: 'call',
    signal: new AbortController().signal,
    report: () => undefined,
    ...context,
  });
}
