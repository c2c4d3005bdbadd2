import { ModelError, type ErrorAction, type ModelErrorReason } from '../../core/model/modelClient.ts';
import { messageOf } from '../../core/util/errors.ts';
import { codeOfWords, describeConnection, isProxy, isTls } from './connectionFailure.ts';

/** What the adapter itself finds wrong with an endpoint. `code` stands beside Node's words for failed connections. */
export class EndpointError extends Error {
  override readonly name = 'EndpointError';
  readonly code = 'NOT_THE_API';
}

/** What is known of a failed request, whatever threw it. */
export interface FailureFacts {
  /** HTTP status; undefined when no answer came, or when it failed in the middle. */
  readonly status: number | undefined;
  /** The API's word for the error, e.g. `overloaded_error`. */
  readonly type: string | undefined;
  /** The API's own sentence. */
  readonly message: string | undefined;
  /** Node's word for a failed connection, e.g. `ECONNREFUSED`. */
  readonly code: string | undefined;
  /** What a proxy on the way answered instead of letting the connection through, e.g. 407. */
  readonly proxyStatus: number | undefined;
  readonly headers: Headers | undefined;
}

export interface FailureContext {
  readonly baseUrl: string;
  readonly model: string;
  /** Never to be shown. */
  readonly key: string;
  /** Whether this computer has no network at all. */
  readonly isOffline: boolean;
}

/** Turns whatever failed into one sentence with a next step. Neither it nor its cause holds the key. */
export function modelErrorFor(error: unknown, context: FailureContext): ModelError {
  const [reason, action, text, advice] = describe(factsOf(error), context);
  const message = advice === undefined ? text : `${text} ${advice}`;
  return new ModelError(reason, action, scrub(message, context), {
    cause: new Error(scrub(messageOf(error), context)),
  });
}

/** Why a request failed that is tried again by itself: nobody is told to do that. Without the key. */
export function retryReasonFor(error: unknown, context: FailureContext): string {
  const [, , text] = describe(factsOf(error), context);
  return scrub(text, context);
}

function scrub(dirty: string, { key }: FailureContext): string {
  return key === '' ? dirty : dirty.replaceAll(key, '[key]');
}

/** Why a request failed, what the person can do, and one sentence that says both; `advice`: when to try again. */
export type Description = readonly [reason: ModelErrorReason, action: ErrorAction, text: string, advice?: string];

const statusByType: ReadonlyMap<string, number> = new Map([
  ['invalid_request_error', 400],
  ['authentication_error', 401],
  ['billing_error', 402],
  ['permission_error', 403],
  ['not_found_error', 404],
  ['request_too_large', 413],
  ['rate_limit_error', 429],
  ['api_error', 500],
  ['timeout_error', 504],
  ['overloaded_error', 529],
]);

function describe(facts: FailureFacts, context: FailureContext): Description {
  const status = statusOf(facts);
  if (status === undefined) return describeConnection(facts, context);
  const { host } = new URL(context.baseUrl);
  const said = facts.message === undefined ? '' : `: ${facts.message.replace(/\.$/, '')}`;
  if (status === 401) {
    return ['auth', 'setApiKey', `${host} did not accept the API key (401). Set a valid key, or check agent.baseUrl.`];
  }
  if (status === 403) {
    return ['forbidden', 'setApiKey', `${host} forbids this request with this API key (403)${said}. Use another key.`];
  }
  if (status === 404) return describeNotFound(facts, context);
  if (status === 429) {
    return ['rateLimit', 'retry', `${host} limits the rate of requests (429)${said}.`, whenToRetry(facts)];
  }
  if (status === 529) return ['overloaded', 'retry', `${host} is overloaded (529).`, 'Retry in a while.'];
  if (status >= 500) return ['server', 'retry', `${host} failed (${status})${said}.`, 'Retry in a while.'];
  if (isTooLong(facts, status)) {
    return [
      'contextWindow',
      'selectModel',
      `The conversation is too long for ${context.model} (${status}). Start a new task, or select a model with more room.`,
    ];
  }
  return ['badRequest', 'openLog', `${host} refused the request (${status})${said}. The log has the details.`];
}

function describeNotFound({ message }: FailureFacts, { baseUrl, model }: FailureContext): Description {
  if (model !== '' && (message?.includes(model) === true || message?.startsWith('model:') === true)) {
    return ['notFound', 'selectModel', `${new URL(baseUrl).host} has no model "${model}" (404). Select another model.`];
  }
  const url = `${baseUrl}/v1/messages`;
  const cause = baseUrl.endsWith('/v1')
    ? 'It has /v1 twice: remove /v1 from the end of agent.baseUrl.'
    : 'Check agent.baseUrl.';
  return ['notFound', 'openSettings', `Nothing answers at ${url} (404). ${cause}`];
}

function isTooLong({ message, type }: FailureFacts, status: number): boolean {
  if (status === 413 || type === 'request_too_large') return true;
  return status === 400 && /too long|context window|context length|exceed.*context/i.test(message ?? '');
}

/** The API doesn't take thinking back whose signature doesn't fit what now stands before it. */
export function isThinkingRefused(error: unknown): boolean {
  const facts = factsOf(error);
  const { message } = facts;
  return statusOf(facts) === 400 && /(signature|thinking).*\b(thinking|signature|block)/is.test(message ?? '');
}

/** The person asked for another attempt. */
export function isGivenUp(error: unknown): boolean {
  return factsOf(error).code === 'GIVEN_UP';
}

/**
 * How long to wait before the same request is tried again, as the SDK would: what the server asks for, else longer each
 * time with some chance in it. @returns milliseconds; undefined when another try can't help.
 */
export function retryDelay(error: unknown, attempt: number, isOffline: boolean): number | undefined {
  const facts = factsOf(error);
  if (!isWorthRetrying(facts, isOffline)) return undefined;
  const asked = askedDelay(facts.headers);
  if (asked !== undefined) return asked <= longestWait ? asked : undefined;
  return Math.min(500 * 2 ** attempt, 8000) * (1 - Math.random() / 4);
}

const longestWait = 10 * 60_000;

function whenToRetry({ headers }: FailureFacts): string {
  const minutes = Math.ceil((askedDelay(headers) ?? 0) / 60_000);
  if (minutes <= 10) return 'Wait a little, then retry.';
  return `Retry in ${minutes < 120 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`}.`;
}

const lastingCodes: readonly string[] = ['ECONNREFUSED', 'NOT_THE_API', 'BAD_PORT', 'REDIRECTED'];

function isWorthRetrying(facts: FailureFacts, isOffline: boolean): boolean {
  const told = facts.headers?.get('x-should-retry');
  if (told === 'true' || told === 'false') return told === 'true';
  const status = statusOf(facts);
  if (status !== undefined) return [408, 409, 429].includes(status) || status >= 500;
  if (facts.code === 'ENOTFOUND') return isOffline;
  return (
    facts.proxyStatus === undefined &&
    !isProxy(facts.code) &&
    !isTls(facts.code) &&
    !lastingCodes.includes(facts.code ?? '')
  );
}

function askedDelay(headers: Headers | undefined): number | undefined {
  const milliseconds = Number(headers?.get('retry-after-ms') ?? Number.NaN);
  if (milliseconds > 0 && Number.isFinite(milliseconds)) return milliseconds;
  const after = headers?.get('retry-after') ?? '';
  const asked =
    after === '' ? Number.NaN : Number.isNaN(Number(after)) ? Date.parse(after) - Date.now() : Number(after) * 1000;
  return asked > 0 && Number.isFinite(asked) ? asked : undefined;
}

function statusOf({ status, type }: FailureFacts): number | undefined {
  // In the middle of an answer there is only the word; one that isn't known is the server's own trouble.
  return status ?? (type === undefined ? undefined : (statusByType.get(type) ?? 500));
}

/** Reads the SDK's errors, and Node's below them, by their fields. */
function factsOf(error: unknown): FailureFacts {
  const { status, type, apiMessage, headers } = fieldsOf(error);
  return {
    status: typeof status === 'number' ? status : undefined,
    type: typeof type === 'string' ? type : undefined,
    message: typeof apiMessage === 'string' ? apiMessage : undefined,
    code: codeOf(error),
    proxyStatus: proxyStatusOf(error),
    headers: headers instanceof Headers ? headers : undefined,
  };
}

/** The first `code` in the chain of causes; a failed connection to several addresses has one error for each. */
function codeOf(error: unknown): string | undefined {
  const { code, cause, errors, message } = fieldsOf(error);
  if (typeof code === 'string') return code;
  const worded = typeof message === 'string' ? codeOfWords(message) : undefined;
  if (worded !== undefined) return worded;
  if (cause !== undefined) return codeOf(cause);
  return Array.isArray(errors) ? errors.map(codeOf).find((found) => found !== undefined) : undefined;
}

/** Undici has no code for it, only a sentence. */
function proxyStatusOf(error: unknown): number | undefined {
  const { message, cause } = fieldsOf(error);
  const status = typeof message === 'string' ? /Proxy response \((\d+)\)/.exec(message)?.[1] : undefined;
  if (status !== undefined) return Number(status);
  return cause === undefined ? undefined : proxyStatusOf(cause);
}

function fieldsOf(error: unknown): Readonly<Record<string, unknown>> {
  // Errors of other people's classes: every field is read as unknown.
  return typeof error === 'object' && error !== null ? (error as Readonly<Record<string, unknown>>) : {};
}
