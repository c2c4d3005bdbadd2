import * as vscode from 'vscode';
import type { CheckpointLimits } from '../../core/checkpoints/checkpointStore.ts';
import { settingsSection } from '../ids.ts';

const defaults = { maxSizeMb: 500, maxAgeDays: 30 } as const;
const day = 24 * 60 * 60 * 1000;

/** As the settings say at this moment; the defaults where they make no sense. */
export function checkpointLimits(): CheckpointLimits {
  return { maxBytes: read('maxSizeMb') * 1024 * 1024, maxAgeMs: read('maxAgeDays') * day };
}

function read(name: keyof typeof defaults): number {
  const value = vscode.workspace.getConfiguration(`${settingsSection}.checkpoints`).get<unknown>(name);
  return typeof value === 'number' && value >= 0 ? value : defaults[name];
}
