/** Where the agent writes for people who look for a cause. Never keys, never a second channel of truth. */
export interface Logger {
  debug(message: string, ...detail: readonly unknown[]): void;
  info(message: string, ...detail: readonly unknown[]): void;
  warn(message: string, ...detail: readonly unknown[]): void;
  error(message: string, ...detail: readonly unknown[]): void;
}

export const silentLogger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
