import type { PreToolUseResult } from '../../hooks/hookTypes.ts';
import type { ToolUse } from '../../model/messages.ts';
import type { Approver, ApprovalRequest } from '../../permissions/approver.ts';
import type { PermissionCall, PermissionDecider, Refuser } from '../../permissions/permissionDecider.ts';
import type { FileChange } from '../../tools/tool.ts';
import { userEditNote, userText } from '../../tools/userEdit.ts';
import type { Emit } from '../agentEvents.ts';
import { CallEnding } from './callEnding.ts';
import { callTexts } from './callTexts.ts';
import { parse, type ParsedCall } from './parsedCall.ts';

export interface CallPermitPorts {
  readonly policy: PermissionDecider;
  /** Without one, whatever would be asked is refused. */
  readonly approver?: Approver;
}

/** Whether a call may run: the rules first, then the person, who may change it. */
export class CallPermit {
  readonly #ports: CallPermitPorts;

  constructor(ports: CallPermitPorts) {
    this.#ports = ports;
  }

  /** @returns the call that may run, or an ending. */
  async decide(
    call: ToolUse,
    parsed: ParsedCall,
    said: PreToolUseResult,
    context: { readonly emit: Emit; readonly signal: AbortSignal },
  ): Promise<ParsedCall | CallEnding> {
    const asked = { ...permissionCallOf(parsed, said), callId: call.id };
    const decision = await this.#ports.policy.decide(asked);
    if (decision.kind === 'allow') return parsed;
    if (decision.kind === 'deny') {
      return new CallEnding('forbidden', decision.reason, { refusedBy: decision.by });
    }
    if (this.#ports.approver === undefined) return new CallEnding('forbidden', callTexts.nobodyToAsk);
    const change = await parsed.tool.preview?.(parsed.input, context.signal);
    const request: ApprovalRequest = {
      callId: call.id,
      toolName: call.name,
      claudeName: asked.claudeName,
      access: asked.access,
      subject: asked.subject,
      input: asked.input,
      ...(change === undefined ? {} : { change }),
      reason: decision.reason,
      canRemember: decision.canRemember,
      ...(change !== undefined && parsed.tool.withText !== undefined ? { canEdit: true } : {}),
    };
    context.emit({ kind: 'approvalAsked', request });
    const answer = await this.#ports.approver.ask(request, context.signal);
    context.emit({ kind: 'approvalAnswered', callId: call.id, answer });
    if (answer.kind === 'deny') {
      const { by, feedback, stop } = answer;
      if (by !== undefined) {
        const refusedBy: Refuser = { kind: 'hook', name: by };
        return new CallEnding('forbidden', feedback ?? callTexts.deniedByHook(by), { stop, refusedBy });
      }
      return new CallEnding('denied', callTexts.declined(answer.feedback));
    }
    if (answer.remember === 'session') this.#ports.policy.remember(asked);
    if (answer.updatedInput === undefined) {
      if (!(await leadsWhereItDid(parsed)))
        return new CallEnding('error', callTexts.leadsElsewhere(parsed.subject.title));
      return withUserText(parsed, change, answer.editedText);
    }
    const changed = await parse(parsed.tool, answer.updatedInput, context.signal);
    return changed instanceof CallEnding ? changed : await this.#permitChanged(changed);
  }

  /** The answer was for the call as it was: what a hook made of it must pass every rule by itself. */
  async #permitChanged(changed: ParsedCall): Promise<ParsedCall | CallEnding> {
    const decision = await this.#ports.policy.decide(permissionCallOf(changed, { decision: 'allow' }));
    if (decision.kind === 'allow') return changed;
    if (decision.kind === 'ask') return new CallEnding('forbidden', callTexts.changedIntoQuestion);
    return new CallEnding('forbidden', decision.reason, { refusedBy: decision.by });
  }
}

/** A question may stand for hours: a link put in the way meanwhile must not carry its yes to another file. */
async function leadsWhereItDid({ tool, input, subject }: ParsedCall): Promise<boolean> {
  const { paths } = await tool.subject(input);
  return paths.every(
    ({ path, realPath }, at) => path === subject.paths[at]?.path && realPath === subject.paths[at].realPath,
  );
}

/** The call that does what the person made of its proposal. */
function withUserText(parsed: ParsedCall, change: FileChange | undefined, editedText: string | undefined): ParsedCall {
  const { tool, input, subject } = parsed;
  const text = change === undefined || editedText === undefined ? undefined : userText(change.after, editedText);
  if (change === undefined || text === undefined) return parsed;
  if (tool.withText === undefined) throw new Error('this proposal cannot be changed; nothing was written');
  return { ...parsed, input: tool.withText(input, text), userEdit: userEditNote(change, text, subject.title) };
}

function permissionCallOf({ tool, input, subject }: ParsedCall, said: PreToolUseResult): PermissionCall {
  const { definition, claudeName, access } = tool;
  return { name: definition.name, claudeName, access, subject, input, hook: said };
}
