import { problemAt } from './problem.ts';
import type { Origin, Problem } from './problem.ts';
import type { Found, Reading } from './reading.ts';

/** How requests prove who pays. The one secret; it stays out of settings, logs and messages. */
export interface Credential {
  /** `apiKey` goes into the header x-api-key, `bearer` into Authorization. */
  readonly kind: 'apiKey' | 'bearer';
  readonly value: string;
  readonly origin: Origin;
}

const placeholder = new RegExp(
  [
    /(?:^|[^a-z])your(?:$|[^a-z])/,
    /^<.*>$|^\$\{.*\}$|\.\.\.|…/,
    /^(?:sk-)?(?:ant-)?x+$/,
    /^(?:(?:my|the)[-_ ])?(?:api[-_ ]?)?key(?:[-_ ]here)?$/,
    /change[-_ ]?me|replace[-_ ]?me|placeholder/,
  ]
    .map((pattern) => pattern.source)
    .join('|'),
  'i',
);

/** Everything a header may carry without quoting. */
const visibleAscii = /^[\x21-\x7e]+$/;

/**
 * The credential in force: the one in SecretStorage, else the project's own, else the person's (environment before
 * home). Of key and token beside each other the token counts.
 */
export function chooseCredential(
  secret: string | undefined,
  readings: Readonly<Record<'workspace' | 'environment' | 'home', Reading>>,
): { readonly credential: Credential | undefined; readonly problems: readonly Problem[] } {
  const stored: Found<string> | undefined = secret?.trim()
    ? { origin: { source: 'secretStorage', key: 'api_key' }, value: secret.trim() }
    : undefined;
  const chosen = [
    stored && ({ kind: 'apiKey', found: stored } as const),
    ownCredential(readings.workspace),
    ownCredential(readings.environment),
    ownCredential(readings.home),
  ].find((candidate) => candidate !== undefined);
  if (!chosen) {
    const isHidden = Object.values(readings).some((reading) => reading.isBroken);
    return { credential: undefined, problems: isHidden ? [] : [missingKey] };
  }
  const { value, origin } = chosen.found;
  // Of a wrong type, which is reported already.
  if (value === undefined) return { credential: undefined, problems: [] };
  const problem = checkKey(value, origin);
  if (problem) return { credential: undefined, problems: [problem] };
  return { credential: { kind: chosen.kind, value, origin }, problems: [] };
}

function ownCredential({
  fields,
}: Reading): { readonly kind: Credential['kind']; readonly found: Found<string> } | undefined {
  if (fields.authToken) return { kind: 'bearer', found: fields.authToken };
  if (fields.apiKey) return { kind: 'apiKey', found: fields.apiKey };
  return undefined;
}

const missingKey = problemAt(
  { key: 'api_key' },
  'error',
  'missing-key',
  'There is no API key: run "Agent: Set API Key", or set ANTHROPIC_API_KEY in the environment',
);

function checkKey(value: string, origin: Origin): Problem | undefined {
  if (placeholder.test(value)) {
    return problemAt(origin, 'error', 'placeholder-key', `${origin.key} is still a placeholder: put in your own key`);
  }
  if (!visibleAscii.test(value)) {
    const text = `${origin.key} holds characters that no key has (spaces, line ends or letters outside ASCII)`;
    return problemAt(origin, 'error', 'bad-key', text);
  }
  return undefined;
}

/** Real keys in the project's file: each a warning when git shares the file, else a piece of advice. */
export function keysInProject({ fields }: Reading, isTracked: boolean): readonly Problem[] {
  return [fields.apiKey, fields.authToken].flatMap((found) => {
    if (found?.value === undefined || placeholder.test(found.value)) return [];
    const { origin } = found;
    const text = isTracked
      ? `${origin.key} holds a key in a file that git tracks: revoke it, and store a new one with "Agent: Set API Key"`
      : `${origin.key} holds a key inside the project: better store it with "Agent: Set API Key"`;
    return isTracked
      ? [problemAt(origin, 'warning', 'key-in-tracked-file', text)]
      : [problemAt(origin, 'info', 'key-in-workspace-file', text)];
  });
}

/** The base URL as requests use it, or undefined with an error. */
export function checkBaseUrl(
  given: string,
  origin: Origin,
): { readonly url: string | undefined; readonly problems: readonly Problem[] } {
  const fail = (code: 'bad-url' | 'url-has-query' | 'url-has-credentials', text: string) => ({
    url: undefined,
    problems: [problemAt(origin, 'error', code, `${origin.key} ${text}`)],
  });
  const url = /^https?:\/\/[^\s/]\S*$/i.test(given) && URL.canParse(given) ? new URL(given) : undefined;
  if (!url) return fail('bad-url', 'must be a whole URL that begins with https:// (or http://)');
  if (url.username !== '' || url.password !== '') {
    return fail('url-has-credentials', 'must not hold a user name or password');
  }
  if (/[?#]/.test(given)) return fail('url-has-query', 'must end with its path, without a query or fragment');
  const text = `${origin.key} is plain http: key and code would travel unencrypted`;
  return {
    url: given.replace(/\/+$/, ''),
    problems: isInsecure(url) ? [problemAt(origin, 'warning', 'insecure-http', text)] : [],
  };
}

/** Plain http that leaves this machine. */
export function isInsecure({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && !isLocal(hostname);
}

function isLocal(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || /^127(?:\.\d+){3}$/.test(host) || host === '[::1]';
}

/** Whether the origin is something that a cloned project brings along. */
export function isFromProject(origin: Origin): boolean {
  return origin.source === 'workspace' || origin.source === 'editorWorkspace';
}
