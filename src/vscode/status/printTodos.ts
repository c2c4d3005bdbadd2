import { visibleText } from '../../core/util/displayText.ts';
import type { Logger } from '../../core/util/logger.ts';

/** The list for people who read along in the log; `rendered` is what the model got. */
export function printTodos(rendered: string, log: Logger): void {
  log.info(`## Current Tasks\n${visibleText(rendered)}`);
}
