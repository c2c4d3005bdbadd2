import * as vscode from 'vscode';
import type { AgentEvent } from '../../core/agent/agentEvents.ts';
import type { Session } from '../../core/session/sessionState.ts';
import { visibleText } from '../../core/util/displayText.ts';
import { DisposableStore } from '../../core/util/disposable.ts';
import type { Disposable } from '../../core/util/disposable.ts';
import { TerminalOutput } from '../../core/util/terminalOutput.ts';

/** What the terminal needs: the events, and a way to end one command. */
export interface TerminalSource extends Pick<Session, 'onDidEmit'> {
  /** The person pressed Ctrl+C: ends that command only, not the run. */
  stopCommand(callId: string): void;
}

interface Command {
  readonly callId: string;
  readonly line: string;
  readonly output: TerminalOutput;
  /** Its line has been written: it runs, or has run. */
  isShown: boolean;
}

const ctrlC = '\x03';
/** Ends what a command may have left behind: colours, a hidden cursor. */
const tidyUp = '\x1b[0m\x1b[?25h';
/** Characters kept for a terminal that VS Code has not opened yet. */
const maxWaiting = 100_000;

/**
 * The read-only terminal "Agent": each command with its live output and its exit code. Made with the first command;
 * when the person closes it, the next command makes another. A command that was not allowed to run never shows.
 */
export class AgentTerminal implements Disposable {
  readonly #source: TerminalSource;
  readonly #disposables = new DisposableStore();
  #screen: Screen | undefined;
  #command: Command | undefined;

  constructor(source: TerminalSource) {
    this.#source = source;
    this.#disposables.add(source.onDidEmit((event) => this.#apply(event)));
  }

  /** Brings the terminal up, the focus stays where it is. */
  show(): void {
    this.#openScreen().terminal.show(true);
  }

  dispose(): void {
    this.#disposables.dispose();
    this.#screen?.terminal.dispose();
  }

  #apply(event: AgentEvent): void {
    switch (event.kind) {
      case 'toolStarted':
        if (event.access === 'execute') this.#command = newCommand(event.callId, event.title, event.input);
        break;
      case 'toolProgress':
        if (event.callId === this.#command?.callId) this.#write(this.#command, event.text);
        break;
      case 'toolFinished':
        if (event.callId === this.#command?.callId) this.#finish(this.#command, event);
        break;
      default:
        break;
    }
  }

  #write(command: Command, text: string): void {
    const start = command.isShown ? '' : `\x1b[1m$ ${commandText(command.line)}\x1b[0m\r\n`;
    command.isShown = true;
    this.#openScreen().write(start + command.output.write(text));
  }

  #finish(command: Command, event: Extract<AgentEvent, { kind: 'toolFinished' }>): void {
    this.#command = undefined;
    if (event.outcome === 'denied' || event.outcome === 'forbidden') return;
    if (event.evidence?.kind === 'command' || command.isShown) this.#write(command, '');
    if (!command.isShown) return;
    const lineEnd = command.output.isAtLineStart ? '' : '\r\n';
    this.#openScreen().write(`${tidyUp}${lineEnd}\x1b[2m${endText(event)}\x1b[0m\r\n\r\n`);
  }

  #openScreen(): Screen {
    if (this.#screen === undefined || this.#screen.isClosed)
      this.#screen = new Screen((data) => {
        if (data === ctrlC && this.#command?.isShown === true) this.#source.stopCommand(this.#command.callId);
      });
    return this.#screen;
  }
}

function newCommand(callId: string, title: string, input: unknown): Command {
  const isObject = typeof input === 'object' && input !== null && 'command' in input;
  const line = isObject && typeof input.command === 'string' ? input.command : title;
  return { callId, line, output: new TerminalOutput(), isShown: false };
}

function commandText(line: string): string {
  return visibleText(line).replaceAll('\n', '\r\n> ');
}

function endText(event: Extract<AgentEvent, { kind: 'toolFinished' }>): string {
  if (event.outcome === 'cancelled') return vscode.l10n.t('stopped');
  const exitCode = event.evidence?.kind === 'command' ? event.evidence.exitCode : undefined;
  return exitCode === undefined
    ? vscode.l10n.t('ended without an exit code')
    : vscode.l10n.t('exit code {0}', exitCode);
}

/** One terminal from its making to its closing. */
class Screen implements vscode.Pseudoterminal {
  readonly terminal: vscode.Terminal;
  readonly #onInput: (data: string) => void;
  readonly #didWrite = new vscode.EventEmitter<string>();
  readonly onDidWrite = this.#didWrite.event;
  #waiting: string | undefined = '';
  #isClosed = false;

  constructor(onInput: (data: string) => void) {
    this.#onInput = onInput;
    this.terminal = vscode.window.createTerminal({
      name: vscode.l10n.t('Agent'),
      pty: this,
      iconPath: new vscode.ThemeIcon('checklist'),
      isTransient: true,
    });
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** VS Code drops what is written before it has opened the terminal. */
  write(text: string): void {
    if (this.#waiting === undefined) this.#didWrite.fire(text);
    else this.#waiting = (this.#waiting + text).slice(-maxWaiting);
  }

  open(): void {
    const text = this.#waiting ?? '';
    this.#waiting = undefined;
    this.#didWrite.fire(text);
  }

  close(): void {
    this.#isClosed = true;
    this.#didWrite.dispose();
  }

  handleInput(data: string): void {
    this.#onInput(data);
  }
}
