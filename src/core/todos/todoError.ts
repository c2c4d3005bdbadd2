/** A list that cannot be taken over. `message` is for the model: it says what is wrong and in which entry. */
export class TodoError extends Error {
  override readonly name = 'TodoError';

  static is(error: unknown): error is TodoError {
    return error instanceof TodoError;
  }
}
