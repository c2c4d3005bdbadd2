import path from 'node:path';
import type { CheckpointLimits } from '../../core/checkpoints/checkpointStore.ts';
import { clearLeftovers } from '../atomicFile.ts';
import { FileCheckpointStore } from './fileCheckpointStore.ts';
import { GitRepository } from '../processes/gitRepository.ts';
import { JsonlSessionStore } from './jsonlSessionStore.ts';

/** All that keeps sessions and what they changed, below one folder. `repository` is the folder that commands work in. */
export function sessionFiles(
  folder: string,
  options: { readonly limits: () => CheckpointLimits; readonly repository: () => string | undefined },
) {
  return {
    store: new JsonlSessionStore({ folder: path.join(folder, 'sessions') }),
    checkpoints: new FileCheckpointStore({ folder: path.join(folder, 'checkpoints'), limits: options.limits }),
    clearLeftovers,
    repository: new GitRepository(options.repository),
  };
}
