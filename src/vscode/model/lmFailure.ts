import { ModelError } from '../../core/model/modelClient.ts';
import { StallError } from '../../core/model/stallWatch.ts';
import { messageOf } from '../../core/util/errors.ts';

/** Says what went wrong with a model of VS Code's, in a sentence with the next step. */
export function lmErrorFor(error: unknown, model: string): ModelError {
  if (ModelError.is(error)) return error;
  const said = messageOf(error);
  const options = { cause: error };
  if (error instanceof StallError) {
    return new ModelError('network', 'retry', `"${model}" is not responding: nothing came any more. Retry.`, options);
  }
  switch (codeOf(error)) {
    case 'NoPermissions':
      return new ModelError(
        'forbidden',
        'retry',
        `VS Code was not allowed to use "${model}" here. Start again and allow it, or choose another model.`,
        options,
      );
    case 'Blocked':
      return new ModelError('rateLimit', 'retry', `"${model}" takes no requests now: ${said}`, options);
    case 'NotFound':
      return new ModelError('notFound', 'selectModel', `VS Code no longer has the model "${model}".`, options);
    default:
      if (/context (length|window)|too long|token limit|exceeds? .*(limit|tokens)/i.test(said)) {
        return new ModelError('contextWindow', 'selectModel', `The conversation is too long for "${model}".`, options);
      }
      return new ModelError('server', 'retry', `"${model}" failed: ${said}`, options);
  }
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
