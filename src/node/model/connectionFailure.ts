import type { Description, FailureContext, FailureFacts } from './modelFailure.ts';

/** What went wrong before any answer came, or in the middle of one. */
export function describeConnection(
  { code, proxyStatus }: FailureFacts,
  { baseUrl, isOffline }: FailureContext,
): Description {
  const { host, hostname, port, protocol } = new URL(baseUrl);
  if (proxyStatus !== undefined) {
    const cause = proxyStatus === 407 ? 'asks for a login' : 'does not let the connection through';
    return ['network', 'openSettings', `The proxy before ${host} ${cause} (${proxyStatus}). Check http.proxy.`];
  }
  if (isProxy(code)) {
    const text = `The proxy before ${host} does not let the connection through (${code}). Check http.proxy.`;
    return ['network', 'openSettings', text];
  }
  if (code === 'ECONNREFUSED') {
    const place = `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
    return ['network', 'openSettings', `Nothing accepts connections at ${place}. Check agent.baseUrl or http.proxy.`];
  }
  if (code === 'BAD_PORT') {
    const text = `No request may go to port ${port}, which belongs to another kind of service. Check agent.baseUrl.`;
    return ['network', 'openSettings', text];
  }
  if (code === 'REDIRECTED') {
    const text = `${host} redirects elsewhere; the key is not sent there. Set agent.baseUrl to the final address.`;
    return ['badRequest', 'openSettings', text];
  }
  if (unreachableCodes.includes(code ?? '') || (isOffline && lookupCodes.includes(code ?? ''))) {
    return [
      'network',
      'retry',
      `You seem to be offline: ${hostname} can't be reached (${code}).`,
      'Connect, then retry.',
    ];
  }
  if (lookupCodes.includes(code ?? '')) {
    return ['network', 'openSettings', `The host ${hostname} can't be found. Check agent.baseUrl and your network.`];
  }
  if (isTls(code)) {
    return ['network', 'openSettings', `No secure connection to ${host} (${code}): ${explainTls(code)}`];
  }
  if (code === 'NOT_THE_API') {
    return ['badRequest', 'openSettings', `What answers at ${baseUrl} isn't the Messages API. Check agent.baseUrl.`];
  }
  if (code === 'STALLED') {
    return ['network', 'retry', `${host} is not responding: nothing came any more.`, 'Check your network, then retry.'];
  }
  if (code === 'GIVEN_UP') return ['network', 'retry', 'You asked for another attempt.'];
  const detail = code === undefined ? '' : ` (${code})`;
  return ['network', 'retry', `The connection to ${host} broke before the answer was whole${detail}.`, 'Retry.'];
}

const unreachableCodes: readonly string[] = ['ENETUNREACH', 'ENETDOWN', 'EHOSTUNREACH', 'EHOSTDOWN'];
const lookupCodes: readonly string[] = ['ENOTFOUND', 'EAI_AGAIN'];

/** Chromium's words for a proxy that it can't use. */
export function isProxy(code: string | undefined): boolean {
  return code !== undefined && /^ERR_(?:PROXY|TUNNEL)_/.test(code);
}

/** Node's codes for what Chromium's network stack, behind fetch with `http.electronFetch`, calls otherwise. */
const chromiumNames: ReadonlyMap<string, string> = new Map([
  ['ERR_NAME_NOT_RESOLVED', 'ENOTFOUND'],
  ['ERR_CONNECTION_REFUSED', 'ECONNREFUSED'],
  ['ERR_CONNECTION_RESET', 'ECONNRESET'],
  ['ERR_INTERNET_DISCONNECTED', 'ENETDOWN'],
  ['ERR_ADDRESS_UNREACHABLE', 'EHOSTUNREACH'],
  ['ERR_UNSAFE_PORT', 'BAD_PORT'],
  ['ERR_SSL_PROTOCOL_ERROR', 'EPROTO'],
  ['ERR_CERT_AUTHORITY_INVALID', 'UNABLE_TO_GET_ISSUER_CERT'],
  ['ERR_CERT_DATE_INVALID', 'CERT_HAS_EXPIRED'],
  ['ERR_CERT_COMMON_NAME_INVALID', 'ERR_TLS_CERT_ALTNAME_INVALID'],
]);

/** The code of a failure for which a fetch, Node's or Electron's, has only words; undefined for any other message. */
export function codeOfWords(message: string): string | undefined {
  if (message === 'bad port') return 'BAD_PORT';
  if (/^unexpected redirect$|redirect policy was 'error'/.test(message)) return 'REDIRECTED';
  const name = /net::(ERR_\w+)/.exec(message)?.[1];
  return name === undefined ? undefined : (chromiumNames.get(name) ?? name);
}

/** Names of OpenSSL and Node for what is wrong with a secure connection. */
export function isTls(code: string | undefined): boolean {
  return code !== undefined && /CERT|TLS|SSL|SIGNATURE|^EPROTO$/.test(code);
}

const unknownIssuer =
  'its certificate comes from an issuer that is not trusted here, often that of a company proxy or virus scanner. ' +
  "Add that issuer's certificate to the system's trusted ones, or name it in NODE_EXTRA_CA_CERTS, and restart.";

const tlsCauses: ReadonlyMap<string, string> = new Map([
  ['SELF_SIGNED_CERT_IN_CHAIN', unknownIssuer],
  ['UNABLE_TO_GET_ISSUER_CERT', unknownIssuer],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', unknownIssuer],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', unknownIssuer],
  [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'its certificate is signed by itself. Trust it in the system, or check agent.baseUrl.',
  ],
  ['CERT_HAS_EXPIRED', "its certificate has expired. Check this computer's clock; else the server has to renew it."],
  ['CERT_NOT_YET_VALID', "its certificate is not valid yet. Check this computer's clock."],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another host. Check agent.baseUrl.'],
  ['EPROTO', 'it does not speak https there. Check agent.baseUrl: http instead of https, or another port.'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'it does not speak https there. Check agent.baseUrl: http, or another port.'],
]);

function explainTls(code: string | undefined): string {
  return tlsCauses.get(code ?? '') ?? 'check agent.baseUrl, certificates and http.proxy.';
}
