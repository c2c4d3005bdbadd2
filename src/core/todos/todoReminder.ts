export interface TodoReminderOptions {
  /** Rounds without a todo_write after which the reminder comes; 0 = never; `auto` = 3, lowered for longer plans. */
  readonly threshold: number | 'auto';
  /** Lowers a threshold that is a number for longer plans too. Default false. */
  readonly isDynamic?: boolean;
  /** The reminder's text, not blank. */
  readonly message: string;
  /** False: only the reminder itself sets the counter back. */
  readonly resetOnTodoWrite: boolean;
  /** Whether todo_write is offered to the model; without it there is nothing to count. */
  readonly isOffered: boolean;
}

/** A round as the reminder saw it, for logs and the status bar. */
export interface ReminderRound {
  readonly usedTodo: boolean;
  /** The counter before a reminder set it back. */
  readonly reached: number;
  readonly reminded: boolean;
  /** The counter afterwards. */
  readonly counter: number;
}

const toolName = 'todo_write';
const autoThreshold = 3;

/**
 * Counts the rounds since the last todo_write call of a run and, when the list has been left alone too long, gives
 * the text that goes behind the tool results. It looks at calls, not at their success nor at the list's state.
 */
export class TodoReminder {
  readonly #options: () => TodoReminderOptions;
  readonly #openItems: () => number;
  #counter = 0;
  #lastRound: ReminderRound | undefined;

  /**
   * @param options asked at the end of each round, so that settings count at once.
   * @param openItems how many items are not completed, after the round.
   */
  constructor(options: () => TodoReminderOptions, openItems: () => number) {
    this.#options = options;
    this.#openItems = openItems;
  }

  /** Rounds since the last todo_write call or reminder. */
  get counter(): number {
    return this.#counter;
  }

  /** At which number of rounds it would remind now; 0 when it never does. */
  get threshold(): number {
    const options = this.#options();
    return options.isOffered ? effectiveThreshold(options, this.#openItems) : 0;
  }

  /** Undefined before the first round of a run. */
  get lastRound(): ReminderRound | undefined {
    return this.#lastRound;
  }

  /** At the start of a run: the list lives on, the counter doesn't. */
  reset(): void {
    this.#counter = 0;
    this.#lastRound = undefined;
  }

  /**
   * Once per model answer that held tool calls, however many.
   * @param round the names of the calls that reached their tool, failed ones too, refused ones not.
   * @returns the reminder, when it is due.
   */
  afterRound(round: { readonly toolNames: readonly string[] }): string | undefined {
    const options = this.#options();
    const threshold = effectiveThreshold(options, this.#openItems);
    const isCounting = options.isOffered && threshold > 0;
    const usedTodo = options.isOffered && round.toolNames.includes(toolName);
    const reached = isCounting && !(usedTodo && options.resetOnTodoWrite) ? this.#counter + 1 : 0;
    const reminded = isCounting && reached >= threshold;
    this.#counter = reminded ? 0 : reached;
    this.#lastRound = { usedTodo, reached, reminded, counter: this.#counter };
    return reminded ? options.message : undefined;
  }
}

/** One less from 5 open items, two less from 10, never below 1; 0 stays off. */
function effectiveThreshold(options: TodoReminderOptions, openItems: () => number): number {
  const base = options.threshold === 'auto' ? autoThreshold : options.threshold;
  if (base === 0 || (options.threshold !== 'auto' && options.isDynamic !== true)) return base;
  const open = openItems();
  const less = open >= 10 ? 2 : open >= 5 ? 1 : 0;
  return Math.max(1, base - less);
}
