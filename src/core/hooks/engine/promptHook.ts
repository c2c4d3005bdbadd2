import * as z from 'zod';
import { messageOf } from '../../util/errors.ts';
import type { HookEventName } from '../protocol/hookEvents.ts';
import type { HookJob, HookRun } from './hookRun.ts';
import type { PromptHook } from '../configuration/hookSchema.ts';
import { lazy } from '../../util/lazy.ts';

/** Asks a model one question and gives its text; `model` is the hook's own choice. Rejects when there is no answer. */
export type AskModel = (prompt: string, signal: AbortSignal, model?: string) => Promise<string>;

const verdictSchema = lazy(() =>
  z.object({ ok: z.boolean(), reason: z.string().optional(), impossible: z.boolean().optional() }),
);
type Verdict = z.infer<ReturnType<typeof verdictSchema>>;

const answerFormat =
  'Answer with one JSON object and nothing else: {"ok": true} if the condition holds, or {"ok": false, "reason": "…"} if it does not. ' +
  'Add "impossible": true if it can never be made to hold.';

/** Lets a model judge the event; its verdict is put into the words of a command hook's output. */
export async function runPromptHook(
  hook: PromptHook,
  job: HookJob,
  askModel: AskModel,
  signal: AbortSignal,
): Promise<HookRun> {
  const timeout = AbortSignal.timeout(job.timeoutSeconds * 1000);
  try {
    const question = `${fillIn(hook.prompt, JSON.stringify(job.input))}\n\n${answerFormat}`;
    const answer = await askModel(question, AbortSignal.any([signal, timeout]), hook.model);
    const verdict = readVerdict(answer);
    if (verdict === undefined) return { kind: 'failed', message: 'got no {"ok": …} from the model', stdout: answer };
    const stdout = JSON.stringify(outputFor(job.event, verdict, hook.continueOnBlock === true));
    return { kind: 'exited', code: 0, stdout, stderr: '' };
  } catch (error) {
    if (signal.aborted) return { kind: 'aborted' };
    if (timeout.aborted) return { kind: 'timedOut', seconds: job.timeoutSeconds, stderr: '' };
    return { kind: 'failed', message: `could not ask the model: ${messageOf(error)}` };
  }
}

/** `$ARGUMENTS` stands for the input, `\$` for a dollar sign; without a placeholder the input follows the prompt. */
function fillIn(prompt: string, input: string): string {
  const text = prompt.replace(/\\\$|\$ARGUMENTS/g, (found) => (found === '$ARGUMENTS' ? input : '$'));
  return /(?<!\\)\$ARGUMENTS/.test(prompt) ? text : `${text}\n\n${input}`;
}

function readVerdict(answer: string): Verdict | undefined {
  // Models like to wrap JSON in a fence or a sentence.
  const [json = ''] = /\{.*\}/s.exec(answer) ?? [];
  try {
    return verdictSchema().safeParse(JSON.parse(json)).data;
  } catch {
    // No JSON at all; the caller reports it.
    return undefined;
  }
}

function outputFor(event: HookEventName, { ok, reason, impossible }: Verdict, continues: boolean): object {
  if (ok) return {};
  const why = reason ?? 'A model judged that the condition of a prompt hook does not hold.';
  const ends = { continue: false, stopReason: why };
  const blocks = { decision: 'block', reason: why };
  switch (event) {
    case 'PreToolUse':
      return continues ? blocks : { ...blocks, ...ends };
    case 'PostToolUse':
      return continues ? blocks : ends;
    case 'PostToolUseFailure':
      return continues ? { hookSpecificOutput: { hookEventName: event, additionalContext: why } } : ends;
    case 'Stop':
      return impossible === true ? {} : blocks;
    case 'UserPromptSubmit':
      return ends;
    default:
      return {};
  }
}
