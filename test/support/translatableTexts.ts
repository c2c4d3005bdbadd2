import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** What the sources hand to `l10n.t`, directly or through a `t` that they were given. */
export interface TranslatableTexts {
  readonly texts: ReadonlySet<string>;
  /** Calls whose text is no plain literal, so that nobody can collect it: `file:line`. */
  readonly hidden: readonly string[];
}

/** Reads all TypeScript files below a folder. */
export function collectTexts(folder: string): TranslatableTexts {
  const texts = new Set<string>();
  const hidden: string[] = [];
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue;
    const file = path.join(folder, name);
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && isTranslation(node)) {
        const found = literalsOf(node.arguments[0]);
        if (found !== undefined) found.forEach((text) => texts.add(text));
        else if (!passesOn(node)) hidden.push(`${file}:${source.getLineAndCharacterOfPosition(node.pos).line + 1}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return { texts, hidden };
}

function isTranslation({ expression }: ts.CallExpression): boolean {
  if (ts.isIdentifier(expression)) return expression.text === 't';
  return ts.isPropertyAccessExpression(expression) && /(?:^|\.)l10n\.t$/.test(expression.getText());
}

/** Either text of a choice counts. */
function literalsOf(node: ts.Node | undefined): readonly string[] | undefined {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (!ts.isConditionalExpression(node)) return undefined;
  const [yes, no] = [literalsOf(node.whenTrue), literalsOf(node.whenFalse)];
  return yes && no && [...yes, ...no];
}

/** The one call that gives `l10n.t` a shorter name: `t = (message, ...values) => l10n.t(message, ...values)`. */
function passesOn(node: ts.CallExpression): boolean {
  const [text] = node.arguments;
  const maker = node.parent;
  if (text === undefined || !ts.isArrowFunction(maker)) return false;
  return maker.parameters[0]?.name.getText() === text.getText();
}
