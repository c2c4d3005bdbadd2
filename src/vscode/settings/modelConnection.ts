import { ModelError } from '../../core/model/modelClient.ts';
import type { SettingsService } from './settingsService.ts';

/** The address and the key of the next request. */
export interface Connection {
  readonly baseUrl: string;
  readonly key: string;
  readonly keyHeader: 'x-api-key' | 'bearer';
}

/** @throws ModelError when there is none, or its host still needs the person's yes. */
export function connectionOf({ current }: SettingsService): Connection {
  if (current?.settings === undefined || current.credential === undefined) {
    const reason = current?.problems.find((problem) => problem.severity === 'error')?.message;
    throw new ModelError('auth', 'openSettings', reason ?? 'There are no settings to reach the model with.');
  }
  if (current.confirmHost !== undefined) {
    // A workspace file that changed during the run: the person has not agreed to this host.
    const text = `The key was not sent to ${current.confirmHost}, which this workspace names. Start the task again to be asked.`;
    throw new ModelError('auth', 'retry', text);
  }
  const { kind, value } = current.credential;
  return {
    baseUrl: current.settings.baseUrl,
    key: value,
    keyHeader: kind === 'bearer' ? 'bearer' : 'x-api-key',
  };
}
