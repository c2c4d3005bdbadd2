import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { HookEngine } from '../../../../src/core/hooks/engine/hookEngine.ts';
import type { AskedUpdate, HookOutcome } from '../../../../src/core/hooks/protocol/hookOutcome.ts';
import type { PermissionUpdate } from '../../../../src/core/hooks/protocol/hookOutputSchema.ts';
import type { ApprovalAnswer, ApprovalRequest, Approver } from '../../../../src/core/permissions/approver.ts';
import { HookApprover } from '../../../../src/vscode/hooks/hookApprover.ts';

const path = '/w/a.txt';
const request: ApprovalRequest = {
  callId: 'c1',
  toolName: 'write_file',
  claudeName: 'Write',
  access: 'write',
  subject: { title: 'a.txt', paths: [{ given: 'a.txt', path, realPath: path, isInside: true }] },
  input: { file_path: 'a.txt', content: 'x' },
  reason: { kind: 'default', access: 'write' },
  canRemember: true,
};
const never = new AbortController().signal;
const byPerson: ApprovalAnswer = { kind: 'allow', remember: 'session' };

function deferred<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve: (value) => resolve(value) };
}

/** Answers of hooks and person that come when the test says so. */
class Bench {
  readonly fired: unknown[] = [];
  suggested: readonly PermissionUpdate[] = [];
  readonly updates: AskedUpdate[] = [];
  readonly hooks = deferred<HookOutcome>();
  readonly person = deferred<ApprovalAnswer>();
  hookSignal: AbortSignal | undefined;
  personSignal: AbortSignal | undefined;

  ask(signal = never, isHooked = true): Promise<ApprovalAnswer> {
    const engine: Pick<HookEngine, 'fire'> = {
      fire: (event, fields, given) => {
        this.fired.push([event, fields]);
        this.hookSignal = given;
        return this.hooks.promise;
      },
    };
    const person: Approver = {
      ask: (_request, given) => {
        this.personSignal = given;
        return this.person.promise;
      },
    };
    return new HookApprover(person, {
      // Only `fire` is used.
      engine: () => engine as HookEngine,
      isHooked: () => isHooked,
      suggestions: () => Promise.resolve(this.suggested),
      update: async (asked) => void this.updates.push(...asked),
    }).ask(request, signal);
  }
}

describe('HookApprover', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  it('shows hooks the call with absolute paths', async () => {
    const bench = new Bench();
    bench.hooks.resolve({ decision: 'allow', source: 'guard.sh' });
    await bench.ask();
    const fields = { tool_name: 'Write', tool_input: { file_path: path, content: 'x' } };
    assert.deepEqual(bench.fired, [['PermissionRequest', fields]]);
  });

  it('asks the person in the same moment where no hook is known', async () => {
    const bench = new Bench();
    const answer = bench.ask(never, false);
    assert.notEqual(bench.personSignal, undefined);
    bench.person.resolve(byPerson);
    bench.hooks.resolve({});
    assert.deepEqual(await answer, byPerson);
  });

  it('takes the answer of a hook; the person is not asked', async () => {
    const bench = new Bench();
    bench.hooks.resolve({ decision: 'allow', source: 'guard.sh', updatedInput: { content: 'y' } });
    const allowed = { kind: 'allow', remember: 'once', by: 'guard.sh', updatedInput: { content: 'y' } };
    assert.deepEqual(await bench.ask(), allowed);
    assert.equal(bench.personSignal, undefined);
  });

  it('hands on a no with its words, and the wish to end the run', async () => {
    const bench = new Bench();
    bench.hooks.resolve({ decision: 'deny', reason: 'no', source: 'guard.sh', stop: 'no' });
    assert.deepEqual(await bench.ask(), { kind: 'deny', by: 'guard.sh', feedback: 'no', stop: 'no' });
  });

  it('asks the person when no hook has an answer', async () => {
    const bench = new Bench();
    bench.hooks.resolve({ additionalContext: 'x' });
    bench.person.resolve(byPerson);
    assert.deepEqual(await bench.ask(), byPerson);
  });

  it('asks the person beside slow hooks and ends those when the person was first', async () => {
    const bench = new Bench();
    const asked = bench.ask();
    assert.equal(bench.personSignal, undefined);
    mock.timers.tick(1000);
    bench.person.resolve(byPerson);
    assert.deepEqual(await asked, byPerson);
    assert.equal(bench.hookSignal?.aborted, true);
  });

  it('takes the prompt away when a slow hook was first', async () => {
    const bench = new Bench();
    const asked = bench.ask();
    mock.timers.tick(1000);
    bench.hooks.resolve({ decision: 'deny', source: 'guard.sh' });
    assert.deepEqual(await asked, { kind: 'deny', by: 'guard.sh' });
  });

  it('tells hooks what an answer for good would be', async () => {
    const bench = new Bench();
    bench.suggested = [{ type: 'setMode', mode: 'plan', destination: 'session' }];
    bench.hooks.resolve({ decision: 'deny' });
    await bench.ask();
    assert.deepEqual(Reflect.get(asObject(bench.fired[0]), 'permission_suggestions'), bench.suggested);
  });

  it('has the changes of permissions made before the call goes on', async () => {
    const bench = new Bench();
    const asked: AskedUpdate = {
      update: { type: 'setMode', mode: 'plan', destination: 'session' },
      hook: {
        event: 'PermissionRequest',
        definition: { type: 'command', command: 'x' },
        source: { kind: 'user', label: 'u' },
      },
    };
    bench.hooks.resolve({ decision: 'allow', permissionUpdates: [asked] });
    await bench.ask();
    assert.deepEqual(bench.updates, [asked]);
  });
});

/** The fields of a fired event. */
function asObject(fired: unknown): object {
  const [, fields] = Array.isArray(fired) ? (fired as readonly unknown[]) : [];
  return typeof fields === 'object' && fields !== null ? fields : {};
}
