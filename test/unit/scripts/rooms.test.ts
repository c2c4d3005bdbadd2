import assert from 'node:assert/strict';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

/** The project's own configuration, less the rules that need types: these files exist only here. */
const eslint = new ESLint({ overrideConfig: [tseslint.configs.disableTypeChecked] });

/** The rules about imports that a line in a file breaks. */
async function brokenRules(filePath: string, line: string): Promise<readonly string[]> {
  const [result] = await eslint.lintText(`${line}\n`, { filePath });
  assert.ok(result);
  assert.equal(result.fatalErrorCount, 0, result.messages[0]?.message);
  const rules = result.messages.map((message) => message.ruleId ?? '');
  return rules.filter((rule) => rule.includes('no-restricted'));
}

const good: readonly (readonly [file: string, line: string])[] = [
  ['src/core/tools/a.ts', `import { b } from '../workspace/b.ts';`],
  ['src/core/hooks/a.ts', `import type { B } from '../model/b.ts';`],
  ['src/core/agent/a.ts', `import { b } from '../permissions/bash/b.ts';`],
  ['src/core/agent/a.ts', `import { b } from './b.ts';`],
  ['src/core/permissions/bash/a.ts', `import { b } from '../rules/b.ts';`],
  ['src/core/model/a.ts', `import type Anthropic from '@anthropic-ai/sdk';`],
  ['src/core/tools/a.ts', `import { z } from 'zod';`],
  ['src/node/a.ts', `import { readFile } from 'node:fs/promises';`],
  ['src/node/a.ts', `import { b } from '../core/session/b.ts';`],
  ['src/vscode/views/a.ts', `import * as vscode from 'vscode';`],
  ['src/vscode/settings/a.ts', `import { b } from '../../core/settings/b.ts';`],
  ['src/vscode/views/a.ts', `import { b } from '../settings/b.ts';`],
  ['src/webview/a.ts', `import { b } from '../core/session/transcriptMessages.ts';`],
  ['src/webview/a.ts', `import { b } from './b.ts';`],
  ['src/webview/a.ts', `import MarkdownIt from 'markdown-it';`],
  ['src/extension.ts', `import { b } from './node/b.ts';`],
  ['src/wiring/a.ts', `import { b } from '../node/b.ts';`],
  ['src/wiring/a.ts', `import { b } from '../vscode/b.ts';`],
  ['src/extension.ts', `import * as vscode from 'vscode';`],
];

const bad: typeof good = [
  ['src/core/tools/a.ts', `import { b } from '../agent/b.ts';`],
  ['src/core/tools/a.ts', `import { b } from '../checkpoints/b.ts';`],
  ['src/core/permissions/bash/a.ts', `import { b } from '../../session/b.ts';`],
  ['src/core/util/a.ts', `import type { B } from '../model/b.ts';`],
  ['src/core/todos/a.ts', `export { b } from '../tools/b.ts';`],
  ['src/core/tools/a.ts', `import { b } from '../../core/agent/b.ts';`],
  ['src/core/agent/a.ts', `import * as vscode from 'vscode';`],
  ['src/core/agent/a.ts', `import type * as vscode from 'vscode';`],
  ['src/core/agent/a.ts', `type Uri = import('vscode').Uri;`],
  ['src/core/agent/a.ts', `const vscode = await import('vscode');`],
  ['src/core/tools/a.ts', `import path from 'node:path';`],
  ['src/core/tools/a.ts', `import path from 'path';`],
  ['src/core/tools/a.ts', `import { readFile } from 'fs/promises';`],
  ['src/core/model/a.ts', `import Anthropic from '@anthropic-ai/sdk';`],
  ['src/core/agent/a.ts', `import { b } from '../../node/b.ts';`],
  ['src/core/agent/a.ts', `import { b } from '../../vscode/ids.ts';`],
  ['src/core/session/a.ts', `import { b } from '../../api.ts';`],
  ['src/node/a.ts', `import * as vscode from 'vscode';`],
  ['src/node/a.ts', `import { b } from '../vscode/b.ts';`],
  ['src/vscode/views/a.ts', `import { b } from '../../node/b.ts';`],
  ['src/vscode/views/a.ts', `import { b } from '../../extension.ts';`],
  ['src/vscode/views/a.ts', `import { b } from '../../wiring/b.ts';`],
  ['src/vscode/views/a.ts', `import { b } from '../../webview/b.ts';`],
  ['src/webview/a.ts', `import { b } from '../core/session/agentSession.ts';`],
  ['src/webview/a.ts', `import { b } from '../core/util/displayText.ts';`],
  ['src/webview/a.ts', `import { b } from '../vscode/ids.ts';`],
  ['src/webview/a.ts', `import * as vscode from 'vscode';`],
  ['src/webview/a.ts', `import path from 'node:path';`],
];

describe('the room rule', function () {
  this.timeout(30_000); // the linter loads with the first case

  for (const [file, line] of good) {
    it(`lets ${file} have: ${line}`, async () => assert.deepEqual(await brokenRules(file, line), []));
  }
  for (const [file, line] of bad) {
    it(`keeps from ${file}: ${line}`, async () => assert.equal((await brokenRules(file, line)).length, 1));
  }
});
