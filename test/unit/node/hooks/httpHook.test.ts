import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { HookBench, asRecord } from './hookBench.ts';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const deny = JSON.stringify({
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'no' },
});

describe('an http hook', function () {
  this.timeout(30_000);

  let server: Server;
  let url: string;
  let answer: Answer;
  let seen: { headers: IncomingMessage['headers']; body: string }[];
  let bench: HookBench | undefined;

  beforeEach(async () => {
    seen = [];
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        seen.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
        answer(response, request);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    assert.ok(typeof address === 'object' && address !== null);
    url = `http://127.0.0.1:${address.port}/hook`;
  });
  afterEach(async () => {
    await bench?.close();
    server.closeAllConnections();
    server.close();
  });

  const ask = async (
    reply: Answer,
    handler: object = {},
    settings: object = {},
    environment: NodeJS.ProcessEnv = {},
  ) => {
    answer = reply;
    const hooks = { PreToolUse: [{ hooks: [{ type: 'http', url, ...handler }] }] };
    const source = { kind: 'project', label: 'settings' } as const;
    bench = await HookBench.open({ sources: [{ source, settings: { hooks, ...settings } }], environment });
    const { source: _, ...said } = await bench.bash('make x');
    return { said, notices: bench.noticeTexts.join('\n') };
  };

  it('H-73: 200 with a decision counts; the body is the input', async () => {
    const { said, notices } = await ask((response) => response.end(deny));
    assert.deepEqual([said, notices], [{ decision: 'deny', reason: 'no' }, '']);
    assert.equal(seen[0]?.headers['content-type'], 'application/json');
    assert.equal(asRecord(JSON.parse(seen[0].body))['tool_name'], 'Bash');
  });

  it('an empty 204 is no opinion', async () => {
    const { said, notices } = await ask((response) => response.writeHead(204).end());
    assert.deepEqual([said, notices], [{}, '']);
  });

  const failures: readonly (readonly [string, Answer, RegExp])[] = [
    ['H-73: 500', (response) => response.writeHead(500).end(deny), /answered with HTTP 500/],
    ['H-73: text', (response) => response.end('fine'), /HTTP 200 and something other than a JSON object/],
    ['403', (response) => response.writeHead(403).end(), /HTTP 403/],
    ['a list', (response) => response.end('[]'), /something other than a JSON object/],
    ['broken JSON', (response) => response.end('{"a"'), /not valid JSON/],
    ['a redirect', (response) => response.writeHead(307, { location: url }).end(), /HTTP 307/],
    ['a cut connection', (response) => void response.socket?.destroy(), /could not reach its server/],
  ];
  for (const [what, reply, notice] of failures) {
    it(`${what} blocks nothing and is reported`, async () => {
      const { said, notices } = await ask(reply);
      assert.deepEqual(said, {});
      assert.match(notices, notice);
      assert.equal(seen.length, 1);
    });
  }

  it('H-73: a refused connection blocks nothing and is reported', async () => {
    const { said, notices } = await ask(() => undefined, { url: 'http://127.0.0.1:1/' });
    assert.deepEqual(said, {});
    assert.match(notices, /could not reach its server/);
  });

  it('a server that never answers is given up', async () => {
    const { said, notices } = await ask(() => undefined, { timeout: 0.3 });
    assert.deepEqual(said, {});
    assert.match(notices, /did not answer within 0\.3 s/);
  });

  it('fills in the variables that are allowed, and nothing for others', async () => {
    const headers = { 'X-A': 'a=$HOOK_A b=${HOOK_B} c=$HOOK_C' };
    const environment = { HOOK_A: '1', HOOK_B: '2', HOOK_C: '3' };
    await ask((response) => response.end(), { headers, allowedEnvVars: ['HOOK_A', 'HOOK_B'] }, {}, environment);
    assert.equal(seen[0]?.headers['x-a'], 'a=1 b=2 c=');
  });

  it('sends the key that pays for the model nowhere, whatever a hook allows itself', async () => {
    const names = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'Anthropic_Api_Key'];
    const headers = { 'X-A': names.map((name) => `<$${name}>`).join('') };
    const environment = Object.fromEntries(names.map((name) => [name, 'sk-test']));
    await ask((response) => response.end(), { headers, allowedEnvVars: names }, {}, environment);
    assert.equal(seen[0]?.headers['x-a'], '<><><>');
  });

  it('keeps a variable that can be no header out of the notice', async () => {
    const { notices } = await ask(
      () => undefined,
      { headers: { X: '$HOOK_A' }, allowedEnvVars: ['HOOK_A'] },
      {},
      {
        HOOK_A: 'secret\nvalue',
      },
    );
    assert.match(notices, /one of its headers/);
    assert.doesNotMatch(notices, /secret/);
  });

  it('posts only where the settings allow it, with only the variables they allow', async () => {
    const reply: Answer = (response) => response.end();
    const refused = await ask(reply, {}, { allowedHttpHookUrls: ['https://example.com/*'] });
    assert.match(refused.notices, /not among allowedHttpHookUrls/);
    assert.equal(seen.length, 0);
    await bench?.close();
    const lists = { allowedHttpHookUrls: ['http://127.0.0.1:*'], httpHookAllowedEnvVars: ['OTHER'] };
    await ask(reply, { headers: { X: 'v$HOOK_A' }, allowedEnvVars: ['HOOK_A'] }, lists, { HOOK_A: '1' });
    assert.equal(seen[0]?.headers['x'], 'v');
  });
});
