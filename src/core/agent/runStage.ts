import { visibleLine } from '../util/displayText.ts';
import type { AgentEvent } from './agentEvents.ts';

const maxTitle = 80;

/** Follows a run, so that a stop can say what it interrupted. */
export class RunStage {
  #call = '';
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
        this.#call = nameOf(event);
        return `while ${this.#call} was under way`;
      case 'approvalAsked':
        return `while ${this.#call} waited for your answer; it was not run`;
      case 'approvalAnswered':
        return `while ${this.#call} was under way`;
      case 'toolFinished':
        return `after ${this.#call}`;
      case 'roundFinished':
        return 'before the next request';
      default:
        return undefined;
    }
  }
}

function nameOf({ name, title }: Extract<AgentEvent, { kind: 'toolStarted' }>): string {
  const line = visibleLine(title);
  if (line === '' || line === name) return name;
  return `${name} (${line.length > maxTitle ? `${line.slice(0, maxTitle)}…` : line})`;
}
