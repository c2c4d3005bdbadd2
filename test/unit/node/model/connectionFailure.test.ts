import assert from 'node:assert/strict';
import { modelErrorFor, retryDelay } from '../../../../src/node/model/modelFailure.ts';

const context = { baseUrl: 'https://api.example.test', model: 'm', key: 'secret', isOffline: false };

describe('a connection that fails', () => {
  const rows: readonly (readonly [code: string, says: RegExp, action: string, isRepeated: boolean])[] = [
    ['SELF_SIGNED_CERT_IN_CHAIN', /issuer that is not trusted here.*company proxy/, 'openSettings', false],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', /NODE_EXTRA_CA_CERTS/, 'openSettings', false],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /signed by itself/, 'openSettings', false],
    ['CERT_HAS_EXPIRED', /has expired/, 'openSettings', false],
    ['CERT_NOT_YET_VALID', /clock/, 'openSettings', false],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /for another host/, 'openSettings', false],
    ['ERR_SSL_WRONG_VERSION_NUMBER', /does not speak https/, 'openSettings', false],
    ['ERR_SSL_SOMETHING_NEW', /\(ERR_SSL_SOMETHING_NEW\): check agent\.baseUrl/, 'openSettings', false],
    ['ECONNREFUSED', /Nothing accepts connections at api\.example\.test:443/, 'openSettings', false],
    ['ENETUNREACH', /seem to be offline/, 'retry', true],
    ['EAI_AGAIN', /can't be found/, 'openSettings', true],
    ['ECONNRESET', /broke before the answer was whole \(ECONNRESET\)/, 'retry', true],
  ];
  for (const [code, says, action, isRepeated] of rows) {
    it(`by ${code} is explained${isRepeated ? ' and tried again' : ''}`, () => {
      // As fetch wraps it, and the SDK that.
      const error = new Error('Connection error.', { cause: new TypeError('fetch failed', { cause: { code } }) });
      const failure = modelErrorFor(error, context);
      assert.match(failure.message, says);
      assert.deepEqual([failure.reason, failure.action], ['network', action]);
      assert.equal(retryDelay(error, 0, false) !== undefined, isRepeated);
    });
  }

  const wordy: readonly (readonly [words: string, says: RegExp, isRepeated: boolean])[] = [
    ['net::ERR_NAME_NOT_RESOLVED', /can't be found/, false],
    ['net::ERR_CONNECTION_REFUSED', /Nothing accepts connections/, false],
    ['net::ERR_INTERNET_DISCONNECTED', /seem to be offline/, true],
    ['net::ERR_CERT_AUTHORITY_INVALID', /issuer that is not trusted here/, false],
    ['net::ERR_CERT_SOMETHING_NEW', /No secure connection.*\(ERR_CERT_SOMETHING_NEW\)/, false],
    ['net::ERR_PROXY_CONNECTION_FAILED', /proxy before api\.example\.test .*Check http\.proxy/, false],
    ['net::ERR_NETWORK_CHANGED', /broke before the answer was whole \(ERR_NETWORK_CHANGED\)/, true],
    ["Attempted to redirect, but redirect policy was 'error'", /redirects elsewhere; the key is not sent there/, false],
  ];
  for (const [words, says, isRepeated] of wordy) {
    it(`of Electron's fetch by "${words}" is explained${isRepeated ? ' and tried again' : ''}`, () => {
      const error = new Error('Connection error.', { cause: new Error(words) });
      assert.match(modelErrorFor(error, context).message, says);
      assert.equal(retryDelay(error, 0, false) !== undefined, isRepeated);
    });
  }

  for (const [status, says] of [
    [407, /proxy before api\.example\.test asks for a login \(407\)\. Check http\.proxy/],
    [403, /does not let the connection through \(403\)/],
  ] as const) {
    it(`by ${status} of a proxy on the way is explained, and not tried again`, () => {
      const cause = { code: 'UND_ERR_ABORTED', message: `Proxy response (${status}) !== 200 when HTTP Tunneling` };
      const error = new TypeError('fetch failed', { cause });
      assert.match(modelErrorFor(error, context).message, says);
      assert.equal(retryDelay(error, 0, false), undefined);
    });
  }

  it('because fetch keeps away from the port is explained, and not tried again', () => {
    const error = new TypeError('fetch failed', { cause: new Error('bad port') });
    const failure = modelErrorFor(error, { ...context, baseUrl: 'http://127.0.0.1:1' });
    assert.match(failure.message, /^No request may go to port 1, .*Check agent\.baseUrl/);
    assert.deepEqual([failure.action, retryDelay(error, 0, false)], ['openSettings', undefined]);
  });

  it('while the computer has no network says so instead of blaming the address', () => {
    const error = new TypeError('fetch failed', { cause: { code: 'ENOTFOUND' } });
    assert.match(modelErrorFor(error, { ...context, isOffline: true }).message, /seem to be offline/);
    assert.match(modelErrorFor(error, context).message, /can't be found/);
    assert.deepEqual([retryDelay(error, 0, true) !== undefined, retryDelay(error, 0, false)], [true, undefined]);
  });
});
