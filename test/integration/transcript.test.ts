import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { AgentEvent } from '../../src/core/agent/agentEvents.ts';
import { TranscriptLog } from '../../src/core/session/transcript/transcriptLog.ts';
import { Emitter } from '../../src/core/util/event.ts';
import { TranscriptDocument } from '../../src/vscode/views/transcriptDocument.ts';
import { StrictServer, say } from '../support/strictServer.ts';
import { remove, write } from './workspaceFiles.ts';

describe('the transcript', () => {
  let model: StrictServer;
  before(async () => {
    model = await StrictServer.start();
    await write(
      '.agent/settings.json',
      JSON.stringify({ env: { ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'sk-test-0123456789' } }),
    );
    await vscode.commands.executeCommand('agent.newSession');
  });
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand('agent.newSession');
    await remove('.agent');
    await model.stop();
  });

  /** Resolves once the open transcript matches. */
  function becomes(document: vscode.TextDocument, pattern: RegExp): Promise<void> {
    return new Promise((resolve) => {
      const check = (): void => {
        if (!pattern.test(document.getText())) return;
        listener.dispose();
        resolve();
      };
      const listener = vscode.workspace.onDidChangeTextDocument(check);
      check();
    });
  }

  async function open(): Promise<vscode.TextDocument> {
    await vscode.commands.executeCommand('agent.openTranscript');
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.uri.scheme, 'agent-transcript');
    return document;
  }

  it('grows while a run is on, as Markdown', async () => {
    const document = await open();
    assert.equal(document.languageId, 'markdown');
    model.push(say('First words.\n# Completed\nlast words.', { pieceDelayMs: 20 }));
    const run = vscode.commands.executeCommand('agent.startTask', { prompt: 'Say something.' });
    await becomes(document, /^### Agent\n\n {4}First/m);
    await becomes(document, /^ {4}# Completed\n {4}last words\.\n\n## Completed, rounds: 0\n$/m);
    await run;
  });

  it('begins anew with a new session', async () => {
    const document = await open();
    await vscode.commands.executeCommand('agent.newSession');
    await becomes(document, /^Nothing has happened yet\.$/);
  });

  it('catches up with what came while VS Code was opening it', async () => {
    const scheme = 'test-transcript';
    const didEmit = new Emitter<AgentEvent>();
    const log = new TranscriptLog({ events: [], onDidEmit: didEmit.event, onDidReset: new Emitter<void>().event });
    const transcript = new TranscriptDocument(log, scheme);
    // VS Code asks who came last. Its answer is on the way until the update was told of, which is too soon to be heard.
    const slow = vscode.workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: async () => {
        const text = transcript.provideTextDocumentContent();
        didEmit.fire({ kind: 'notice', level: 'info', text: 'This came late.' });
        await new Promise<void>((resolve) => void transcript.onDidChange(() => resolve()));
        assert.ok(!vscode.workspace.textDocuments.some(({ uri }) => uri.scheme === scheme));
        return text;
      },
    });
    await transcript.open();
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.uri.scheme, scheme);
    await becomes(document, /This came late\./);
    for (const one of [slow, transcript, log]) one.dispose();
  });
});
