/** The three states of an item; the wire's words. */
export type TodoStatus = 'pending' | 'in_progress' | 'completed';

/** One step of the plan. `id` is ours (never sent to the model) and survives rewrites of the list as far as they can be matched. */
export interface TodoItem {
  readonly id: string;
  readonly content: string;
  readonly status: TodoStatus;
}
