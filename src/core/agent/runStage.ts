import { visibleLine } from '../util/displayText.ts';
import type { AgentEvent } from './agentEvents.ts';

const maxTitle = 80;
const listTool = 'todo_write';

/** Follows a run, so that a stop can say what it interrupted. */
export class RunStage {
  #call = '';
  /** In progress, behind "its next step". */
  #item = '';
  /** Behind "Stopped". */
  text = 'before it began';

  apply(event: AgentEvent): void {
    this.text = this.#after(event) ?? this.text;
  }

  #after(event: AgentEvent): string | undefined {
    switch (event.kind) {
      case 'requestStarted':
      case 'text':
      case 'thinking':
        return 'while the model was answering';
      case 'retry':
        return 'while waiting to ask the model again';
      case 'toolStarted':
        this.#call = event.name === listTool ? 'a change of the list' : nameOf(event);
        return `while ${this.#call} was under way`;
      case 'approvalAsked':
        return `while ${this.#call} waited for your answer; it was not run`;
      case 'approvalAnswered':
        return `while ${this.#call} was under way`;
      case 'toolFinished':
        return event.name === listTool ? `before its next step${this.#item}` : `after ${this.#call}`;
      case 'roundFinished':
        return `before its next step${this.#item}`;
      case 'todosChanged':
        this.#item = itemOf(event);
        return undefined;
      default:
        return undefined;
    }
  }
}

function itemOf({ items }: Extract<AgentEvent, { kind: 'todosChanged' }>): string {
  const active = items.find(({ status }) => status === 'in_progress');
  return active === undefined ? '' : ` in "${cut(visibleLine(active.content))}"`;
}

function cut(line: string): string {
  return line.length > maxTitle ? `${line.slice(0, maxTitle)}…` : line;
}

function nameOf({ name, title }: Extract<AgentEvent, { kind: 'toolStarted' }>): string {
  const line = visibleLine(title);
  if (line === '' || line === name) return name;
  return `${name} (${cut(line)})`;
}
