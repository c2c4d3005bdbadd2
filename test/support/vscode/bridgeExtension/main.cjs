// For tests only: runs functions sent over a local socket against the real `vscode` API, so that a test that
// drives the workbench as a user can look behind it. One JSON object a line, both ways (see ../bridge.ts).
const fs = require('node:fs');
const net = require('node:net');
const readline = require('node:readline');
const vm = require('node:vm');
const vscode = require('vscode');

exports.activate = (context) => {
  const socketPath = process.env.TEST_BRIDGE_SOCKET;
  if (socketPath === undefined) return;
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    readline.createInterface({ input: socket }).on('line', (line) => {
      void answer(JSON.parse(line)).then((reply) => socket.write(JSON.stringify(reply) + '\n'));
    });
  });
  // Moved into place only when it listens. After a page reload this replaces the old extension host's socket.
  const aside = `${socketPath}.${process.pid}`;
  server.listen(aside, () => fs.renameSync(aside, socketPath));
  context.subscriptions.push({ dispose: () => server.close() });
};

async function answer({ id, source, args }) {
  try {
    const value = await vm.runInThisContext(`(${source})`)(vscode, ...args);
    return { id, value: value === undefined ? null : value };
  } catch (error) {
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
