/** The text of anything that was thrown, for a person or the model. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** True for the error that an aborted signal throws (`AbortSignal.throwIfAborted`, fetch, the SDK). */
export function isAbort(error: unknown, signal?: AbortSignal): boolean {
  if (signal?.aborted === true) return true;
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'APIUserAbortError');
}
