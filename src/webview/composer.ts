import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-checkbox/index.js';
import { make } from './dom.ts';
import { FileList } from './fileList.ts';
import { InputHistory } from './inputHistory.ts';
import { mentionAt, withFile } from './mention.ts';
import type { Words } from './words.ts';

/** What the input box keeps while the page is away. */
export interface ComposerState {
  readonly draft: string;
  readonly sent: readonly string[];
}

/** What a text that is sent meets. */
export type RunState = 'idle' | 'running' | 'paused';

export interface ComposerPorts {
  readonly words: Words;
  readonly state: ComposerState;
  send(text: string, isNewTask: boolean): void;
  stop(): void;
  findFiles(request: number, query: string): void;
  save(state: ComposerState): void;
  announce(text: string): void;
}

const sendNames: Readonly<Record<RunState, string>> = { idle: 'send', running: 'steer', paused: 'resumeWith' };

/** The input box with what belongs to it: history, file names, the buttons. */
export class Composer {
  readonly element: HTMLElement;
  readonly #ports: ComposerPorts;
  readonly #box: HTMLTextAreaElement;
  readonly #files: FileList;
  readonly #history: InputHistory;
  readonly #newTask = make('vscode-checkbox');
  readonly #send = make('vscode-button');
  readonly #stop = make('vscode-button', { secondary: '' });
  #request = 0;
  #state: RunState = 'idle';
  #hasConversation = false;

  constructor(ports: ComposerPorts) {
    const { words, state } = ports;
    this.#ports = ports;
    this.#history = new InputHistory(state.sent);
    this.#box = make('textarea', { rows: '1', 'aria-label': words('message') });
    this.#box.value = state.draft;
    this.#files = new FileList(words('files'), this.#box, (file) => this.#name(file));
    this.#newTask.label = words('newTask');
    this.#stop.append(words('stop'));
    this.element = make(
      'form',
      { class: 'composer' },
      this.#box,
      make('div', { class: 'buttons' }, this.#newTask, this.#stop, this.#send),
    );
    this.#listen();
    this.setState('idle');
    this.setHasConversation(false);
  }

  /** The files that are offered: they stand over the log, so that they hide no button. */
  get files(): HTMLElement {
    return this.#files.element;
  }

  focus(): void {
    this.#box.focus();
  }

  setState(state: RunState): void {
    this.#state = state;
    // A run that waits has its own beside the cause.
    this.#stop.hidden = state !== 'running';
    this.#sayWhatSendDoes();
  }

  setHasConversation(hasConversation: boolean): void {
    this.#hasConversation = hasConversation;
    this.#newTask.hidden = !hasConversation;
    this.#sayWhatSendDoes();
  }

  /** Answers to an older question than the last are too late. */
  showFiles(request: number, files: readonly string[]): void {
    if (request !== this.#request || this.#mention === undefined) return;
    this.#files.show(files);
    const { words } = this.#ports;
    this.#ports.announce(files.length === 0 ? words('noFiles') : `${words('files')}: ${files.length}`);
  }

  /** Gives back what could not be sent, unless something else was typed since. */
  restore(text: string): void {
    if (this.#box.value === '') this.#set(text, text.length);
  }

  /** What was given back was sent after all; what the person has made of it since stays. */
  takeBack(text: string): void {
    if (this.#box.value === text) this.#set('', 0);
  }

  #listen(): void {
    this.#box.addEventListener('input', () => {
      this.#history.leave();
      this.#changed();
    });
    this.#box.addEventListener('keydown', (event) => this.#onKey(event));
    this.#box.addEventListener('blur', () => this.#files.hide());
    this.#newTask.addEventListener('change', () => this.#sayWhatSendDoes());
    this.#send.addEventListener('click', () => this.#submit());
    this.#stop.addEventListener('click', () => this.#ports.stop());
    this.element.addEventListener('submit', (event) => event.preventDefault());
  }

  get #isNewTask(): boolean {
    // A run tells of itself before its first entry is there.
    return this.#newTask.checked || !(this.#hasConversation || this.#state !== 'idle');
  }

  get #mention() {
    return mentionAt(this.#box.value, this.#box.selectionStart);
  }

  #sayWhatSendDoes(): void {
    const { words } = this.#ports;
    const name = this.#isNewTask ? (this.#state === 'idle' ? 'start' : 'queue') : sendNames[this.#state];
    this.#send.textContent = words(name);
    this.#box.placeholder = words(`${name}Hint`);
  }

  #onKey(event: KeyboardEvent): void {
    // The Enter that ends a composition (of Japanese, say) is no Enter.
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (this.#files.isOpen ? this.#onListKey(event.key) : this.#onBoxKey(event.key)) event.preventDefault();
  }

  #onListKey(key: string): boolean {
    switch (key) {
      case 'ArrowDown':
      case 'ArrowUp':
        this.#files.move(key === 'ArrowDown' ? 1 : -1);
        return true;
      case 'Enter':
      case 'Tab':
        this.#files.accept();
        return true;
      case 'Escape':
        this.#request += 1;
        this.#files.hide();
        return true;
      default:
        return false;
    }
  }

  #onBoxKey(key: string): boolean {
    const { value, selectionStart, selectionEnd } = this.#box;
    switch (key) {
      case 'Enter':
        this.#submit();
        return true;
      case 'ArrowUp':
        return !value.slice(0, selectionStart).includes('\n') && this.#recall(this.#history.previous(value));
      case 'ArrowDown':
        return !value.slice(selectionEnd).includes('\n') && this.#recall(this.#history.next());
      default:
        return false;
    }
  }

  #recall(text: string | undefined): boolean {
    if (text === undefined) return false;
    this.#box.value = text;
    // At the top when going up would be next to impossible in a long one: the caret stays on the line it moves from.
    this.#box.setSelectionRange(text.length, text.length);
    this.#save();
    return true;
  }

  #submit(): void {
    const text = this.#box.value;
    if (text.trim() === '') return;
    this.#ports.send(text, this.#isNewTask);
    this.#history.add(text);
    this.#newTask.checked = false;
    this.#set('', 0);
    this.#sayWhatSendDoes();
  }

  #name(file: string): void {
    const mention = this.#mention;
    if (mention === undefined) return;
    const { text, caret } = withFile(this.#box.value, mention, file);
    this.#set(text, caret);
    this.#box.focus();
  }

  #set(text: string, caret: number): void {
    this.#box.value = text;
    this.#box.setSelectionRange(caret, caret);
    this.#request += 1;
    this.#files.hide();
    this.#save();
  }

  #changed(): void {
    this.#request += 1;
    const mention = this.#mention;
    if (mention === undefined) this.#files.hide();
    else this.#ports.findFiles(this.#request, mention.query);
    this.#save();
  }

  #save(): void {
    this.#ports.save({ draft: this.#box.value, sent: this.#history.sent });
  }
}
