import type { HookJob, HookRun } from '../../core/hooks/engine/hookRun.ts';
import type { HttpHook } from '../../core/hooks/configuration/hookSchema.ts';
import { messageOf } from '../../core/util/errors.ts';
import { withheld } from './hookCommand.ts';

export interface HttpHookOptions {
  /** Undefined lists: no restriction beyond the hook's own. */
  readonly policy?: () => { readonly allowedUrls?: readonly string[]; readonly allowedEnvVars?: readonly string[] };
  readonly environment?: () => NodeJS.ProcessEnv;
}

/**
 * Posts the input to the hook's URL. An empty 2xx answer or a JSON object in one is read like a command's output; a status code never
 * blocks. Redirects are not followed: they would lead around the list of allowed URLs. Never rejects.
 */
export async function runHttpHook(
  hook: HttpHook,
  job: HookJob,
  options: HttpHookOptions,
  signal: AbortSignal,
): Promise<HookRun> {
  const policy = options.policy?.() ?? {};
  if (policy.allowedUrls?.some((pattern) => fits(pattern, hook.url)) === false)
    return failed('is not sent: its URL is not among allowedHttpHookUrls');
  const allowed = (hook.allowedEnvVars ?? []).filter(
    (name) => !withheld.test(name) && (policy.allowedEnvVars?.includes(name) ?? true),
  );
  const headers = headersOf(hook, allowed, options.environment?.() ?? process.env);
  if (headers === undefined) return failed('is not sent: one of its headers holds what no header may hold');
  const timeout = AbortSignal.timeout(job.timeoutSeconds * 1000);
  try {
    const response = await fetch(hook.url, {
      method: 'POST',
      headers,
      body: JSON.stringify(job.input),
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout]),
    });
    const body = await response.text();
    if (!response.ok) return failed(`was answered with HTTP ${response.status}`, body);
    if (body.trim() !== '' && !body.trimStart().startsWith('{'))
      return failed(`was answered with HTTP ${response.status} and something other than a JSON object`, body);
    return { kind: 'exited', code: 0, stdout: body, stderr: '' };
  } catch (error) {
    if (signal.aborted) return { kind: 'aborted' };
    if (timeout.aborted) return { kind: 'timedOut', seconds: job.timeoutSeconds, stderr: '' };
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    return failed(`could not reach its server: ${messageOf(cause) || messageOf(error)}`);
  }
}

/** `$NAME` and `${NAME}` in values become the allowed variables; any other name becomes nothing. */
function headersOf(hook: HttpHook, allowed: readonly string[], environment: NodeJS.ProcessEnv): Headers | undefined {
  try {
    const headers = new Headers({ 'Content-Type': 'application/json' });
    for (const [name, value] of Object.entries(hook.headers ?? {})) {
      const filled = value.replace(/\$(?:\{(\w+)\}|(\w+))/g, (_, braced?: string, bare?: string) => {
        const variable = braced ?? bare ?? '';
        return allowed.includes(variable) ? (environment[variable] ?? '') : '';
      });
      headers.set(name, filled);
    }
    return headers;
  } catch {
    // The error's own text would repeat the value, which may be a secret.
    return undefined;
  }
}

function failed(message: string, stdout?: string): HookRun {
  return { kind: 'failed', message, ...(stdout === undefined ? {} : { stdout }) };
}

function fits(pattern: string, url: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(url);
}
