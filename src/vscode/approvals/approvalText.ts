import type { ApprovalRequest, AskReason } from '../../core/permissions/approver.ts';
import type { ResolvedPath, ToolAccess } from '../../core/tools/tool.ts';
import { lineCounts } from '../../core/util/lineCounts.ts';
import type { AlwaysOffer } from './allowOffer.ts';
import { countHidden, needsPage, showHidden } from './exactText.ts';
import { escapeQuotes, needsPageInQuotes, quoted } from './quotedText.ts';

/** `vscode.l10n.t`, handed in so that the wording is tried without an editor. */
export type Translate = (message: string, ...values: (string | number)[]) => string;

/** What the words need beside the request. */
export interface ApprovalContext {
  readonly t: Translate;
  /** A path as the person knows it: relative inside the workspace. */
  readonly displayPath: (path: string) => string;
  /** The todo item that the call serves. */
  readonly item: string | undefined;
  /** How many calls wait, this one included. */
  readonly waiting: number;
  /** What "always" would mean, where it is offered. */
  readonly always: AlwaysOffer | undefined;
}

export interface ApprovalText {
  /**
   * What would happen, as a question; then what to beware of, why it asks, and the rest. Foreign text stands between
   * quotes that it can't close, so that nothing in it can pass for our own words.
   */
  readonly message: string;
  /** The same in full, for a document, when the message can't show all of it exactly. */
  readonly detail: string | undefined;
  /** More than the everyday question. */
  readonly isWarning: boolean;
}

/** A longer subject is hard to read in a notification. */
const readableLength = 300;
/** VS Code cuts a notification's text here. */
const messageLimit = 1000;
const reasonLimit = 150;
const itemLimit = 120;
/** What is longer or partly hidden is decided each time. */
const rememberLimit = 10_000;

/** True when "Allow for session" may be offered. */
export function canAllowForSession(request: ApprovalRequest): boolean {
  return request.canRemember && isPlain(request);
}

/** True when a person can see all of it, as whatever holds for more than one call must be. */
export function isPlain(request: ApprovalRequest): boolean {
  const { command = '', title, paths } = request.subject;
  const isVisible = [command, title, ...paths.map(({ path }) => path)].every((text) => countHidden(text) === 0);
  return isVisible && !hidesText(request) && command.length <= rememberLimit;
}

export function approvalText(request: ApprovalRequest, context: ApprovalContext): ApprovalText {
  const { t, item, waiting } = context;
  const subject = subjectOf(request, context);
  const action = actionOf(request, context);
  const reason = reasonOf(request.reason, context);
  const always = alwaysOf(context);
  const texts = [subject, ...reason.texts, ...always.texts];
  const needsDetail =
    subject.length > readableLength ||
    [...reason.texts, ...always.texts].some((text) => text.length > reasonLimit) ||
    texts.some((text) => needsPage(text) || needsPageInQuotes(text));
  const omitted = (count: number): string => t('[... {0} characters left out ...]', count);
  const short = (text: string, limit: number): string => quoted(text, limit, omitted);
  const sayReason = (): string => reason.sentence(...reason.texts.map((text) => short(text, reasonLimit)));
  const warns = request.reason.kind !== 'default';
  const behind = [
    texts.some((text) => countHidden(text) > 0) &&
      t('It holds invisible or direction-changing characters, written here as {0}.', '<U+...>'),
    hidesText(request) && t('The change adds invisible or direction-changing characters.'),
    warns && sayReason(),
    needsDetail && t('In full in the document beside ({0} characters).', subject.length),
    item !== undefined &&
      t(
        'It serves "{0}".',
        quoted(item, itemLimit, () => '\u2026'),
      ),
    !warns && sayReason(),
    request.canEdit === true && t('You can change the right side of the diff first.'),
    always.texts.length > 0 && always.sentence(...always.texts.map((text) => short(text, reasonLimit))),
    waiting > 1 && t('1 of {0} waiting.', waiting),
  ];
  const rest = behind.filter((sentence) => sentence !== false).join(' ');
  const room = messageLimit - `${action('')} ${omitted(subject.length)} ${rest} `.length;
  return {
    message: `${action(short(subject, room))} ${rest}`,
    detail: needsDetail ? fullText(subject, reason, always, t) : undefined,
    isWarning: warns,
  };
}

/** For the document: the subject exactly as it is, and last, so that nothing in it can pass for our own words. */
function fullText(subject: string, reason: Reason, always: Reason, t: Translate): string {
  return [
    reason.sentence(...reason.texts.map((text) => escapeQuotes(showHidden(text)))),
    ...(always.texts.length > 0
      ? [always.sentence(...always.texts.map((text) => escapeQuotes(showHidden(text))))]
      : []),
    t('What it asks for, to the end of this document:'),
    showHidden(subject),
  ].join('\n\n');
}

/** What the person decides on: the command line, or the paths, or else what the tool calls its subject. */
function subjectOf({ change, subject, access }: ApprovalRequest, { displayPath }: ApprovalContext): string {
  if (subject.command !== undefined) return subject.command;
  const shown = subject.paths.map((path) => pathOf(path, displayPath)).join(', ');
  if (access === 'write') return shown || displayPath(change?.path ?? subject.title);
  const isNamed = subject.paths.some(({ given, path }) => subject.title === given || subject.title === path);
  return shown === '' ? subject.title : isNamed ? shown : `${subject.title} (${shown})`;
}

/** A link that leads out of the workspace is shown with its target. */
function pathOf({ path, realPath, isInside }: ResolvedPath, displayPath: (path: string) => string): string {
  return isInside || realPath === path ? displayPath(path) : `${displayPath(path)} -> ${realPath}`;
}

/** Asks whether that may happen to the subject. */
function actionOf({ subject, change, access, toolName }: ApprovalRequest, { t }: ApprovalContext): Wording {
  if (subject.command !== undefined) return (command) => t('Run "{0}"?', command);
  if (change !== undefined) {
    const counts = lineCounts(change.before, change.after);
    if (counts === undefined) return (path) => t('Change most of "{0}"?', path);
    const { added, removed } = counts;
    return change.before === undefined
      ? (path) => t('Create "{0}" (+{1})?', path, added)
      : (path) => t('Change "{0}" (+{1} -{2})?', path, added, removed);
  }
  if (access === 'write') return (path) => t('Change "{0}", without a preview?', path);
  return access === 'read'
    ? (title) => t('Read "{0}" ({1})?', title, toolName)
    : (title) => t('Use {0}: "{1}"?', toolName, title);
}

/** A sentence with room for foreign texts. */
type Wording = (...texts: string[]) => string;

interface Reason {
  readonly texts: readonly string[];
  readonly sentence: Wording;
}

function reasonOf(reason: AskReason, { t, displayPath }: ApprovalContext): Reason {
  switch (reason.kind) {
    case 'default':
      return { texts: [], sentence: () => defaultSentence(reason.access, t) };
    case 'rule':
      return {
        texts: [reason.rule, reason.source],
        sentence: (rule, source) => t('The rule "{0}" ({1}) asks first.', rule, source),
      };
    case 'hook':
      return {
        texts: reason.text === '' ? [reason.source] : [reason.source, reason.text],
        sentence: (source, text) =>
          reason.text === ''
            ? t('The hook "{0}" asks first.', source)
            : t('The hook "{0}" asks first: "{1}"', source, text),
      };
    case 'destructive':
      return { texts: [reason.what], sentence: (what) => t('This can destroy work: "{0}".', what) };
    case 'outside':
      return { texts: [displayPath(reason.path)], sentence: (path) => t('"{0}" is outside the workspace.', path) };
    case 'protected':
      return {
        texts: [displayPath(reason.path)],
        sentence: (path) => t('"{0}" is protected: it steers the editor, the repository or the agent.', path),
      };
    case 'secret':
      return { texts: [displayPath(reason.path)], sentence: (path) => t('"{0}" may hold secrets.', path) };
  }
}

/** What "always" would write, where, and what it would have spared. */
function alwaysOf({ always, t }: ApprovalContext): Reason {
  const place = always?.places[0]?.label;
  if (always === undefined || place === undefined) return { texts: [], sentence: () => '' };
  return {
    texts: [always.rules.join(', ')],
    sentence: (rules) =>
      always.covered === 0
        ? t('"Always" (in More) would write "{0}" to {1}.', rules, place)
        : t('"Always" (in More) would write "{0}" to {1}; earlier calls it covers: {2}.', rules, place, always.covered),
  };
}

function defaultSentence(access: ToolAccess, t: Translate): string {
  switch (access) {
    case 'execute':
      return t('No rule allows this command yet.');
    case 'write':
      return t('No rule allows this change yet.');
    case 'read':
    case 'plan':
      return t('No rule allows this yet.');
  }
}

/** True when the new content has hidden characters that the old one had not. */
function hidesText({ change }: ApprovalRequest): boolean {
  return change !== undefined && countHidden(change.after) > countHidden(change.before ?? '');
}
