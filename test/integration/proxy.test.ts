import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import type { ModelEvent } from '../../src/core/model/modelClient.ts';
import { AnthropicModel } from '../../src/node/anthropicModel.ts';
import { ProxyServer } from '../support/proxyServer.ts';

/** VS Code puts a fetch of its own in the place of the global one; a request that goes by that heeds http.proxy. */
describe('the proxy of VS Code', () => {
  let api: Server;
  let proxy: ProxyServer;
  before(async () => {
    api = createServer((request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(answer);
    });
    await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
    // A listening TCP server has an address of this kind.
    proxy = await ProxyServer.start(`http://127.0.0.1:${(api.address() as AddressInfo).port}`);
  });
  after(async () => {
    await setProxy(undefined);
    await proxy.stop();
    await new Promise((resolve) => api.close(resolve));
  });

  it('carries the requests to the model', async () => {
    await setProxy(proxy.url);
    const events = await ask('http://model.example.test');
    assert.equal(events.at(-1)?.kind, 'done');
    assert.match(proxy.asked.join(), /model\.example\.test/);
  });
});

async function setProxy(url: string | undefined): Promise<void> {
  await vscode.workspace.getConfiguration('http').update('proxy', url, vscode.ConfigurationTarget.Global);
}

async function ask(baseUrl: string): Promise<readonly ModelEvent[]> {
  const model = new AnthropicModel({
    connection: () => ({ baseUrl, key: 'k', keyHeader: 'x-api-key' }),
    maxRetries: 0,
  });
  const request = {
    model: 'm',
    maxTokens: 10,
    system: '',
    messages: [{ role: 'user' as const, content: 'hi' }],
    tools: [],
  };
  const events: ModelEvent[] = [];
  for await (const event of model.stream(request, new AbortController().signal)) events.push(event);
  return events;
}

const answer = [
  { type: 'message_start', message: { id: 'm', type: 'message', role: 'assistant', content: [], usage: {} } },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
  { type: 'message_stop' },
]
  .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  .join('');
