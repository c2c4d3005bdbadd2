import { toolNames } from './agentSettings.ts';
import type { ToolName } from './agentSettings.ts';
import { problemAt } from './problem.ts';
import type { Problem } from './problem.ts';
import type { Found } from './reading.ts';

/** The tools that are offered, in their fixed order. A list is a deliberate subset; an explicit off beats it. */
export function chooseTools(
  listed: Found<string[]> | undefined,
  isTodoWriteOn: boolean,
): { readonly tools: readonly ToolName[]; readonly problems: readonly Problem[] } {
  const isOn = (name: ToolName): boolean => isTodoWriteOn || name !== 'todo_write';
  if (listed?.value === undefined) return { tools: toolNames.filter(isOn), problems: [] };
  const { value, origin } = listed;
  const warn = (code: 'unknown-tool' | 'conflict' | 'no-tools', text: string): Problem =>
    problemAt(origin, 'warning', code, text);

  const known: readonly string[] = toolNames;
  const unknown = [...new Set(value)].filter((name) => !known.includes(name));
  const tools = toolNames.filter((name) => value.includes(name) && isOn(name));
  return {
    tools,
    problems: [
      ...unknown.map((name) => warn('unknown-tool', `${origin.key} names ${JSON.stringify(name)}, which is no tool`)),
      ...(!isTodoWriteOn && value.includes('todo_write')
        ? [warn('conflict', `${origin.key} names todo_write, but it is switched off: it stays off`)]
        : []),
      ...(tools.length === 0 ? [warn('no-tools', `${origin.key} leaves no tool: the model can only talk`)] : []),
    ],
  };
}
