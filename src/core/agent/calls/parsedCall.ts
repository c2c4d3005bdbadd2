import type { Tool, ToolSubject } from '../../tools/tool.ts';
import { isAbort } from '../../util/errors.ts';
import { CallEnding, type CallFacts } from './callEnding.ts';
import { callTexts } from './callTexts.ts';

/** A call that got past the parser. */
export interface ParsedCall {
  readonly tool: Tool;
  readonly input: unknown;
  readonly subject: ToolSubject;
  /** How the person changed the proposal, for the model. */
  readonly userEdit?: string;
}

export async function parse(tool: Tool, given: unknown, signal: AbortSignal): Promise<ParsedCall | CallEnding> {
  try {
    const input = tool.parse(given);
    return { tool, input, subject: await tool.subject(input) };
  } catch (error) {
    return endingOf(error, signal, { reachedTool: true });
  }
}

/** For what was thrown before the tool ran. */
export function endingOf(error: unknown, signal: AbortSignal, facts: CallFacts = {}): CallEnding {
  if (isAbort(error, signal)) return new CallEnding('cancelled', callTexts.cancelledBefore);
  return new CallEnding('error', callTexts.error(error), facts);
}
