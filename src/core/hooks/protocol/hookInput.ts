import { eventFacts, type FiredEvent, type HookFields } from './hookEvents.ts';
import type { HookSession } from '../engine/hookRun.ts';

export type HookInput = Readonly<Record<string, unknown>>;

/** The JSON document a handler gets; `nativeTool` is our own name of the tool, for scripts that want it. */
export function hookInput<E extends FiredEvent>(
  event: E,
  fields: HookFields[E],
  session: HookSession,
  nativeTool?: string,
): HookInput {
  return {
    session_id: session.sessionId,
    transcript_path: session.transcriptPath,
    cwd: session.cwd,
    ...(session.promptId === undefined ? {} : { prompt_id: session.promptId }),
    ...(eventFacts(event).hasMode === undefined ? {} : { permission_mode: session.permissionMode }),
    hook_event_name: event,
    ...fields,
    ext: { client: 'todo-agent', ...(nativeTool === undefined ? {} : { tool: nativeTool }) },
  };
}
