import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import type { RunOutcome } from '../../src/core/agent/agentEvents.ts';
import { ProxyServer } from '../support/proxyServer.ts';
import { fail, say, StrictServer } from '../support/strictServer.ts';
import { remove, write } from './workspaceFiles.ts';

/** VS Code puts a fetch of its own in the place of the global one, which heeds http.proxy and its certificates. */
describe('the way of a request to the model', () => {
  let model: StrictServer;
  let proxy: ProxyServer;
  before(async () => {
    model = await StrictServer.start([], { otherwise: () => say('Here.') });
    proxy = await ProxyServer.start(model.url);
  });
  afterEach(async () => {
    await setProxy(undefined);
    await remove('.agent');
    await vscode.commands.executeCommand('agent.newSession');
  });
  after(async () => {
    await proxy.stop();
    await model.stop();
  });

  it('leads through the proxy that VS Code is told of', async () => {
    await setProxy(proxy.url);
    const { kind, reason } = await start('http://model.example.test');
    assert.equal(kind, 'completed', reason);
    assert.match(proxy.asked.join(), /model\.example\.test/);
  });

  it('that a proxy bars is explained', async () => {
    proxy.asksForLogin = true;
    await setProxy(proxy.url);
    const { kind, reason } = await start('https://model.example.test');
    assert.equal(kind, 'failed');
    assert.equal(reason, 'The proxy before model.example.test asks for a login (407). Check http.proxy.');
  });

  it('ends where it leads elsewhere, so that the key does not go there', async () => {
    model.push(fail(307, 'redirect', 'over there', { location: `${model.url}/elsewhere` }));
    const before = model.requests.length;
    const { kind, reason } = await start(model.url);
    assert.deepEqual([kind, model.requests.length - before], ['failed', 1]);
    assert.match(reason ?? '', /redirects elsewhere; the key is not sent there/);
  });

  it('is refused to a certificate that nobody vouches for', async () => {
    const [key, cert] = ['key', 'certificate'].map((name) => readFileSync(`test/fixtures/tls/${name}.pem`));
    const requests: string[] = [];
    const server = createServer({ key, cert }, (request) => void requests.push(request.url ?? ''));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // It listens on a port, not on a pipe.
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { kind, reason } = await start(`https://${host}`);
    server.close();
    assert.deepEqual([kind, requests], ['failed', []]);
    assert.match(reason ?? '', new RegExp(`^No secure connection to ${host} .*its certificate is signed by itself`));
  });

  it('that is not secure where it should be is explained', async () => {
    const { host } = new URL(model.url);
    const { kind, reason } = await start(`https://${host}`);
    assert.equal(kind, 'failed');
    assert.match(reason ?? '', new RegExp(`^No secure connection to ${host} \\(.*does not speak https there`));
  });
});

async function setProxy(url: string | undefined): Promise<void> {
  await vscode.workspace.getConfiguration('http').update('proxy', url, vscode.ConfigurationTarget.Global);
}

async function start(baseUrl: string): Promise<RunOutcome> {
  const env = { ANTHROPIC_BASE_URL: baseUrl, ANTHROPIC_API_KEY: 'sk-test-0123456789' };
  await write('.agent/settings.json', JSON.stringify({ env }));
  return vscode.commands.executeCommand<RunOutcome>('agent.startTask', 'hello');
}
