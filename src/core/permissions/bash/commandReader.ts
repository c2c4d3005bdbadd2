import type { Node } from 'web-tree-sitter';
import type { Assignment, SimpleCommand } from './commandLine.ts';
import { readRedirect, wordsOf, type Redirect } from './redirectReader.ts';
import { wordOf, type Word } from './word.ts';

export interface ReadCommands {
  /** In the order of the text; a command before those in its substitutions. */
  readonly commands: readonly SimpleCommand[];
  /** False when something on the line could not be read for certain. */
  readonly isComplete: boolean;
}

/** Flattens the syntax tree of `source` into its simple commands. */
export function readCommands(root: Node, source: string): ReadCommands {
  // Not the root's text: that one begins at the first command, but positions count from the start of the source.
  const reader = new CommandReader(source);
  reader.visit(root, { isPiped: false, isConcurrent: false, functions: [], depth: 0 });
  return { commands: reader.commands, isComplete: reader.isComplete && !root.hasError };
}

interface Context {
  readonly isPiped: boolean;
  readonly isConcurrent: boolean;
  readonly functions: readonly string[];
  readonly depth: number;
}

/** Deeper nesting than people write; the reader's stack is finite. */
const MAX_DEPTH = 400;
/** Nodes that end where a comment begins; the grammar lets a next line that starts with a backslash go on in them. */
const endedByComment = new Set([
  'command',
  'declaration_command',
  'unset_command',
  'file_redirect',
  'heredoc_redirect',
  'herestring_redirect',
]);
const redirectTypes = new Set(['file_redirect', 'heredoc_redirect', 'herestring_redirect']);
/** Constructs that act like a command of their own, told by their text. */
const pseudoCommands = new Set(['declaration_command', 'unset_command', 'test_command']);
const reservedWords = new Set(['{', '}', 'then', 'do', 'done', 'fi', 'else', 'elif', 'esac', 'in', 'function']);

class CommandReader {
  readonly #source: string;
  readonly commands: SimpleCommand[] = [];
  isComplete = true;

  constructor(source: string) {
    this.#source = source;
  }

  /** @returns the place in `commands` of the one that a redirection behind this node belongs to. */
  visit(node: Node, context: Context): number | undefined {
    if (context.depth > MAX_DEPTH) {
      this.isComplete = false;
      return undefined;
    }
    if (node.type === 'comment' && endedByComment.has(node.parent?.type ?? '')) this.isComplete = false;
    if (node.type === 'command') return this.#command(node, context);
    if (node.type === 'redirected_statement') return this.#redirected(node, context);
    if (pseudoCommands.has(node.type)) return this.#pseudo(node, context);
    if (node.type === 'variable_assignment') return this.#assignments([node], context);
    if (node.type === 'variable_assignments') return this.#assignments(node.children, context);
    if (node.type === 'function_definition') return this.#function(node, context);
    if (node.type === 'pipeline') return this.#pipeline(node, context);
    if (node.type === 'command_substitution') return this.#substitution(node, context);
    if (node.type === 'for_statement') this.#loopVariable(node, context);
    if (isArithmetic(node)) this.#push({ ...empty(context), words: [wordOf('((')] });
    const last = this.#visitChildren(node, context);
    return node.type === 'list' || node.type === 'negated_command' ? last : undefined;
  }

  #visitChildren(node: Node, context: Context): number | undefined {
    let last: number | undefined;
    const children = node.children;
    for (const [index, child] of children.entries()) {
      const isConcurrent = context.isConcurrent || children[index + 1]?.type === '&';
      const isNested = node.type === 'process_substitution';
      const place = this.visit(child, {
        ...context,
        isPiped: context.isPiped && !isNested,
        isConcurrent: isConcurrent && !isNested,
        depth: context.depth + 1,
      });
      if (child.isNamed) last = place;
    }
    return last;
  }

  #pipeline(node: Node, context: Context): number | undefined {
    let last: number | undefined;
    // Behind a here-document the left side of the pipeline stands outside this node.
    let isPiped = context.isPiped || node.parent?.type === 'heredoc_redirect';
    for (const child of node.children) {
      if (child.isNamed)
        last = this.visit(child, { ...context, isPiped, isConcurrent: true, depth: context.depth + 1 });
      else if (child.type.startsWith('|')) isPiped = true;
    }
    return last;
  }

  #substitution(node: Node, context: Context): undefined {
    // Inside backticks, escaped ones open a substitution that the grammar doesn't see.
    if (node.text.startsWith('`') && node.text.includes('\\`')) this.isComplete = false;
    this.#visitChildren(node, { ...context, isPiped: false, isConcurrent: false });
  }

  #function(node: Node, context: Context): undefined {
    const name = node.childForFieldName('name')?.text ?? '';
    for (const child of node.children) {
      if (redirectTypes.has(child.type)) this.#attach(undefined, [this.#redirect(child, context)], context);
    }
    const body = node.childForFieldName('body');
    if (body !== null) {
      this.visit(body, { ...context, functions: [...context.functions, name], depth: context.depth + 1 });
    }
  }

  #command(node: Node, context: Context): number {
    const place = this.#push(empty(context));
    const assignments: Assignment[] = [];
    const redirects: Redirect[] = [];
    const wordNodes: Node[] = [];
    let end = node.startIndex;
    for (const child of node.children) {
      // What the grammar leaves out between two words, the shell might not.
      if (!/^(?:[ \t]|\\\n)*$/.test(this.#source.slice(end, child.startIndex))) this.isComplete = false;
      end = child.endIndex;
      if (child.type === 'variable_assignment') assignments.push(this.#assignment(child, context));
      else if (redirectTypes.has(child.type)) redirects.push(this.#redirect(child, context));
      else {
        wordNodes.push(child);
        this.visit(child, { ...context, isPiped: false, isConcurrent: false, depth: context.depth + 1 });
      }
    }
    const words = wordsOf(wordNodes, this.#source);
    if (startsGroup(words)) this.isComplete = false;
    this.commands[place] = { ...empty(context), assignments, words };
    return this.#attach(place, redirects, context);
  }

  #redirected(node: Node, context: Context): number {
    const body = node.childForFieldName('body');
    const place = body === null ? undefined : this.visit(body, { ...context, depth: context.depth + 1 });
    const redirects = node.children
      .filter((child) => redirectTypes.has(child.type))
      .map((child) => this.#redirect(child, context));
    return this.#attach(place, redirects, context);
  }

  #redirect(node: Node, context: Context): Redirect {
    if (node.type === 'heredoc_redirect' && !isDocumentRead(node)) this.isComplete = false;
    this.#visitChildren(node, { ...context, isPiped: false, isConcurrent: false });
    return readRedirect(node, this.#source);
  }

  /** Arguments may stand behind a redirection: they are words of its command. */
  #attach(place: number | undefined, redirects: readonly Redirect[], context: Context): number {
    const target = place ?? this.#push(empty(context));
    const command = this.commands[target] ?? empty(context);
    this.commands[target] = {
      ...command,
      words: [...command.words, ...redirects.flatMap(({ words }) => words)],
      redirections: [...command.redirections, ...redirects.flatMap(({ redirection }) => redirection)],
    };
    return target;
  }

  #pseudo(node: Node, context: Context): number {
    const words: readonly Word[] = wordsOf(node.children, this.#source);
    const place = this.#push({ ...empty(context), words });
    for (const child of node.children) {
      const nodes = child.type === 'variable_assignment' ? child.children : [child];
      for (const inner of nodes) this.visit(inner, { ...context, depth: context.depth + 1 });
    }
    return place;
  }

  #assignments(nodes: readonly Node[], context: Context): number {
    const place = this.#push(empty(context));
    const assignments = nodes.map((node) => this.#assignment(node, context));
    this.commands[place] = { ...empty(context), assignments };
    return place;
  }

  #assignment(node: Node, context: Context): Assignment {
    this.#visitChildren(node, { ...context, isPiped: false, isConcurrent: false });
    const text = node.text;
    const value = node.childForFieldName('value');
    const isLiteral =
      node.childForFieldName('name')?.type === 'variable_name' &&
      (value === null || /^[\w.,:/@%=+-]*$|^'[^']*'$/.test(value.text));
    return { name: node.childForFieldName('name')?.text ?? text, text, isLiteral };
  }

  /** `for PATH in ...` assigns like `PATH=...`; names that only scripts use are harmless. */
  #loopVariable(node: Node, context: Context): void {
    const name = node.childForFieldName('variable')?.text ?? '';
    if (/^[a-z]\w*$/.test(name) && !name.endsWith('_proxy')) return;
    this.#push({ ...empty(context), assignments: [{ name, text: `${name}=`, isLiteral: false }] });
  }

  #push(command: SimpleCommand): number {
    return this.commands.push(command) - 1;
  }
}

function empty({ isPiped, isConcurrent, functions }: Context): SimpleCommand {
  return { assignments: [], words: [], redirections: [], isPiped, isConcurrent, functions };
}

/** `time { ...; }` and `coproc X { ...; }` are no commands, but the grammar takes them for some. */
function startsGroup(words: readonly Word[]): boolean {
  const [program] = words;
  const first = program?.raw === 'time' || program?.raw === 'coproc' ? words.slice(0, 3) : words.slice(0, 1);
  return first.some((word) => reservedWords.has(word.raw));
}

/** False when the document holds more substitutions than the grammar found: it misses those behind leading blanks. */
function isDocumentRead(node: Node): boolean {
  const start = node.children.find(({ type }) => type === 'heredoc_start')?.text ?? '';
  const body = node.children.find(({ type }) => type === 'heredoc_body');
  if (body === undefined || /['"\\]/.test(start)) return true;
  const written = body.text.replace(/\\[\s\S]/g, '').match(/\$\(|`[^`]*`?/g)?.length ?? 0;
  return body.descendantsOfType(['command_substitution', 'arithmetic_expansion']).length >= written;
}

/** `((...))` and the head of a C-style loop: they can run code through array indexes. */
function isArithmetic(node: Node): boolean {
  if (node.type === 'c_style_for_statement') return true;
  return node.type === 'compound_statement' && node.firstChild?.type === '((';
}
