import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { CallRow } from '../../src/core/session/rows/rows.ts';
import { ChangeDocuments } from '../../src/vscode/views/changeDocuments.ts';
import { openOutput } from '../../src/vscode/views/outputDocument.ts';
import { SnapshotDocuments } from '../../src/vscode/views/snapshotDocuments.ts';

const { tabGroups } = vscode.window;

/** Resolves once `find` finds something, now or after a change of the tabs. */
function tabsHave<T>(find: () => T | undefined): Promise<T> {
  return new Promise((resolve) => {
    const check = (): void => {
      const found = find();
      if (found === undefined) return;
      listener.dispose();
      resolve(found);
    };
    const listener = tabGroups.onDidChangeTabs(check);
    check();
  });
}

function tabLabelled(label: string): vscode.Tab | undefined {
  return tabGroups.all.flatMap((group) => group.tabs).find((tab) => tab.label === label);
}

describe('documents of changes and outputs', () => {
  const snapshots = new SnapshotDocuments('agent-test');
  const changes = new ChangeDocuments(snapshots);
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    changes.dispose();
  });

  const textOf = async (uri: vscode.Uri): Promise<string> => (await vscode.workspace.openTextDocument(uri)).getText();

  it('show a change as a diff in the language of the file', async () => {
    const uris = await changes.open({ path: '/anywhere/src/a.json', before: '{}', after: '{ "a": 1 }' });
    const tab = await tabsHave(() => tabLabelled('/anywhere/src/a.json (changed by the agent)'));
    assert.ok(tab.input instanceof vscode.TabInputTextDiff);
    assert.equal(tab.input.original.toString(), uris.before.toString());
    assert.deepEqual([await textOf(uris.before), await textOf(uris.after)], ['{}', '{ "a": 1 }']);
    assert.equal((await vscode.workspace.openTextDocument(uris.after)).languageId, 'json');
    await changes.close(uris);
    assert.equal(tabLabelled('/anywhere/src/a.json (changed by the agent)'), undefined);
  });

  it('show a new file against nothing, in a virtual workspace too', async () => {
    const uris = await changes.open({ path: 'memfs://host/b.json', before: undefined, after: 'b' });
    await tabsHave(() =>
      tabGroups.activeTabGroup.tabs.find((tab) => tab.label.endsWith('b.json (created by the agent)')),
    );
    assert.equal(await textOf(uris.before), '');
    await changes.close(uris);
  });

  it('hold no text once they are removed', () => {
    const uris = changes.add({ path: '/c.txt', before: 'old', after: 'new' });
    assert.equal(snapshots.provideTextDocumentContent(uris.after), 'new');
    changes.remove(uris);
    assert.match(snapshots.provideTextDocumentContent(uris.after), /only kept until/);
  });

  it('show a result under a name made of the command', async () => {
    const call: CallRow = {
      kind: 'call',
      callId: 'c',
      name: 'bash',
      access: 'execute',
      title: 'cat ../a/b | wc -l',
      state: 'ok',
      output: '42\n',
    };
    await openOutput(snapshots, call);
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.getText(), '42\n');
    assert.equal(document.uri.path, '/cat .. a b wc -l.txt');
  });
});
