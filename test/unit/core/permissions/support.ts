import { readFile } from 'node:fs/promises';
import * as treeSitter from 'web-tree-sitter';
import { createBashParser } from '../../../../src/core/permissions/bash/bashParser.ts';
import type { ParseCommandLine } from '../../../../src/core/permissions/bash/commandLine.ts';
import { resolveFrom } from '../../../../src/core/permissions/posixPath.ts';
import { evaluate } from '../../../../src/core/permissions/rules/evaluate.ts';
import type {
  Evaluation,
  RuleCall,
  RuleEnvironment,
  Verdict,
} from '../../../../src/core/permissions/rules/evaluation.ts';
import type { PermissionRule, RuleEffect, RuleSource } from '../../../../src/core/permissions/rules/rule.ts';
import { parseRules } from '../../../../src/core/permissions/rules/ruleGrammar.ts';
import { home, project, type RowCall, type RuleRow } from './ruleRows.ts';

export const bashParser = createBashParser(async () => ({
  treeSitter,
  runtime: await readFile('node_modules/web-tree-sitter/web-tree-sitter.wasm'),
  grammar: await readFile('node_modules/tree-sitter-bash/tree-sitter-bash.wasm'),
}));

export function sourceOf(scope: RuleSource['scope']): RuleSource {
  return { name: `${scope} settings`, scope, folder: scope === 'user' ? `${home}/.claude` : project };
}

export function environmentOf(
  row: Pick<RuleRow, 'links' | 'isTrusted' | 'additionalDirectories'> = {},
): RuleEnvironment {
  const links = row.links ?? {};
  return {
    cwd: project,
    home,
    roots: [project],
    additionalDirectories: row.additionalDirectories ?? [],
    isTrusted: row.isTrusted ?? true,
    protectedPaths: [],
    isCaseInsensitive: false,
    realPath: (path) => links[path] ?? path,
  };
}

const reading = new Set(['Read', 'Grep', 'Glob']);
const writing = new Set(['Edit', 'Write', 'NotebookEdit']);

export function callOf(call: RowCall, environment: RuleEnvironment): RuleCall {
  if (typeof call === 'string') return callOf({ tool: 'Bash', input: { command: call } }, environment);
  const { tool, input } = call;
  const file = input['file_path'] ?? input['path'];
  const path = typeof file === 'string' ? resolveFrom(environment.cwd, file) : undefined;
  return {
    claudeName: tool,
    access: reading.has(tool) ? 'read' : writing.has(tool) ? 'write' : 'execute',
    input,
    ...(typeof input['command'] === 'string' ? { command: input['command'] } : {}),
    paths: path === undefined ? [] : [{ path, realPath: environment.realPath(path) }],
  };
}

export function rulesOf(row: Pick<RuleRow, 'allow' | 'ask' | 'deny' | 'scope'>): {
  rules: readonly PermissionRule[];
  warnings: readonly string[];
} {
  const effects: readonly RuleEffect[] = ['allow', 'ask', 'deny'];
  const parsed = effects.map((effect) => parseRules(effect, row[effect] ?? [], sourceOf(row.scope ?? 'project')));
  return {
    rules: parsed.flatMap(({ rules }) => rules),
    warnings: parsed.flatMap(({ warnings }) => warnings),
  };
}

export function judge(row: Omit<RuleRow, 'id' | 'calls' | 'verdict'>, call: RowCall, parse: ParseCommandLine): Verdict {
  return evaluate(evaluationOf(row, call, parse));
}

export function evaluationOf(
  row: Omit<RuleRow, 'id' | 'calls' | 'verdict'>,
  call: RowCall,
  parse: ParseCommandLine,
): Evaluation {
  const environment = environmentOf(row);
  return {
    rules: rulesOf(row).rules,
    mode: row.mode ?? 'default',
    call: callOf(call, environment),
    environment,
    parse,
    autoApproveReadOnlyBash: true,
    guardSecrets: false,
    ...(row.hook === undefined ? {} : { hook: row.hook }),
  };
}
