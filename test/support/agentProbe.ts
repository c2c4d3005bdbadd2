import type { WorkbenchHandle } from './useWorkbench.ts';

/** What `agent.startTask` and `agent.sendMessage` resolve with. */
export interface Outcome {
  readonly kind: string;
  readonly reason?: string;
  readonly rounds: number;
}

/** Looks at the agent from behind the page: begins runs without waiting for them, reads transcript and state. */
export class AgentProbe {
  readonly #ui: Pick<WorkbenchHandle, 'host'>;

  constructor(ui: Pick<WorkbenchHandle, 'host'>) {
    this.#ui = ui;
  }

  /** Calls a command and leaves it under way; `outcome` waits for it. */
  async begin(command: string, ...args: readonly unknown[]): Promise<void> {
    await this.#ui.host(
      async (vscode, name, given) => {
        await vscode.extensions.getExtension('todo-agent.todo-agent')?.activate();
        // Kept for `outcome`.
        Object.assign(globalThis, { begun: vscode.commands.executeCommand(name, ...given) });
      },
      command,
      args,
    );
  }

  /** What the command begun last resolved with. */
  outcome(): Promise<Outcome> {
    // `begin` put it there.
    return this.#ui.host(() => (globalThis as unknown as { begun: Promise<Outcome> }).begun);
  }

  /** Calls a command and waits for what it resolves with. */
  call(command: string, ...args: readonly unknown[]): Promise<Outcome> {
    return this.#ui.host(
      (vscode, name, given) => vscode.commands.executeCommand<Outcome>(name, ...given),
      command,
      args,
    );
  }

  state(): Promise<string> {
    return this.#ui.host(
      (vscode) =>
        // The API of api.ts.
        (vscode.extensions.getExtension('todo-agent.todo-agent')?.exports as { session: { state: string } }).session
          .state,
    );
  }

  /** Resolves when a call waits for the person's yes or no. */
  asked(): Promise<void> {
    return this.#reaches('waitingForApproval');
  }

  /** Resolves when no run is on. */
  idle(): Promise<void> {
    return this.#reaches('idle');
  }

  #reaches(state: string): Promise<void> {
    return this.#ui.host(async (vscode, wanted) => {
      const api = await vscode.extensions.getExtension('todo-agent.todo-agent')?.activate();
      // The API of api.ts.
      const { session } = api as {
        session: { state: string; onDidChangeState(listener: () => void): { dispose(): void } };
      };
      if (session.state === wanted) return;
      await new Promise<void>((resolve) => {
        const listener = session.onDidChangeState(() => {
          if (session.state !== wanted) return;
          listener.dispose();
          resolve();
        });
      });
    }, state);
  }

  /** Resolves with the transcript once it holds `part`; it is not shown for that. */
  transcriptWith(part: string): Promise<string> {
    return this.#ui.host(async (vscode, wanted) => {
      const uri = vscode.Uri.from({ scheme: 'agent-transcript', path: '/Agent Transcript.md' });
      const document = await vscode.workspace.openTextDocument(uri);
      return new Promise<string>((resolve) => {
        const check = (): void => {
          if (!document.getText().includes(wanted)) return;
          listener.dispose();
          resolve(document.getText());
        };
        const listener = vscode.workspace.onDidChangeTextDocument(check);
        check();
      });
    }, part);
  }

  /** Ends what runs, then begins a new session and closes what is open. */
  async reset(): Promise<void> {
    await this.#ui.host(async (vscode) => {
      const api = await vscode.extensions.getExtension('todo-agent.todo-agent')?.activate();
      // The API of api.ts.
      const { session } = api as {
        session: { state: string; onDidChangeState(listener: () => void): { dispose(): void } };
      };
      if (session.state !== 'idle') {
        const idle = new Promise<void>((resolve) => {
          const listener = session.onDidChangeState(() => {
            if (session.state !== 'idle') return;
            listener.dispose();
            resolve();
          });
        });
        await vscode.commands.executeCommand('agent.stopTask');
        await idle;
      }
      await vscode.commands.executeCommand('agent.newSession');
      await vscode.commands.executeCommand('notifications.clearAll');
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    });
  }
}

/** The texts of a request's messages, in order, as `role: text`; calls and results as `[tool_use id]`. */
export function textsOf(body: unknown): readonly string[] {
  // A body that the strict server has taken.
  const { messages } = body as { readonly messages: readonly Message[] };
  return messages.flatMap(({ role, content }) =>
    typeof content === 'string' ? [`${role}: ${content}`] : content.map((block) => `${role}: ${blockText(block)}`),
  );
}

interface Message {
  readonly role: string;
  readonly content: string | readonly Block[];
}

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly id?: string;
  readonly tool_use_id?: string;
  readonly content?: unknown;
}

function blockText({ type, text, id, tool_use_id, content }: Block): string {
  if (text !== undefined) return text;
  return type === 'tool_result' ? `[${type} ${tool_use_id}] ${String(content)}` : `[${type} ${id}]`;
}
