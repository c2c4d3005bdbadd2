import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { useWorkbench } from '../support/useWorkbench.ts';

describe('the packaged extension', () => {
  let vsix: string;
  before('package it', () => {
    // Fails on a warning of vsce and on a file that is too large.
    execFileSync(process.execPath, ['scripts/package.mjs'], { stdio: 'pipe' });
    const manifest = JSON.parse(execFileSync('npm', ['pkg', 'get', 'name', 'version'], { encoding: 'utf8' }));
    vsix = path.resolve(`${manifest.name}-${manifest.version}.vsix`);
  });
  const ui = useWorkbench(() => ({ vsix: [vsix], open: 'nothing' }));

  it('plays its demo to the end, from an empty window', async () => {
    const { workbench } = ui;
    await Promise.all([workbench.page.waitForURL(/folder=/), workbench.command('Agent: Run Demo')]);
    const folder = new URL(workbench.page.url()).searchParams.get('folder') ?? '';

    await workbench.notifications.clickToast('slug.js', 'Allow');
    await workbench.notifications.clickToast('node --test', 'Allow');
    await workbench.notifications.toast('The demo has ended').waitFor();

    const todos = workbench.view('Todos');
    await todos.row('[x] Run the tests').waitFor();
    assert.deepEqual(
      (await todos.rows()).filter((row) => row.level === 1).map((row) => row.label.slice(0, 3)),
      ['[x]', '[x]', '[x]', '[x]'],
    );
    assert.match(await readFile(path.join(folder, 'slug.js'), 'utf8'), /\[\^a-z0-9\]\+/);
  });
});
