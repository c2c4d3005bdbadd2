import * as vscode from 'vscode';
import type { TodoEdit, TodoPlace } from '../../core/todos/todoEdit.ts';
import type { TodoStatus } from '../../core/todos/todoItem.ts';
import { visibleLine } from '../../core/util/displayText.ts';

/** What the person did to the list, as a sentence without its full stop. */
export function editText(edit: TodoEdit): string {
  const item = visibleLine(edit.content);
  switch (edit.kind) {
    case 'added':
      return placed(edit.place, {
        first: () => vscode.l10n.t('You added "{0}" at the top', item),
        behind: (other) => vscode.l10n.t('You added "{0}" after "{1}"', item, other),
      });
    case 'renamed':
      return vscode.l10n.t('You renamed "{0}" to "{1}"', item, visibleLine(edit.to));
    case 'moved':
      return placed(edit.place, {
        first: () => vscode.l10n.t('You moved "{0}" to the top', item),
        behind: (other) => vscode.l10n.t('You moved "{0}" after "{1}"', item, other),
      });
    case 'marked':
      return markedText(edit.status, item);
    case 'skipped':
      return vscode.l10n.t('You skipped "{0}"', item);
    case 'removed':
      return vscode.l10n.t('You removed "{0}"', item);
    case 'locked':
      return vscode.l10n.t('You locked "{0}": it stays on the list', item);
    case 'unlocked':
      return vscode.l10n.t('You unlocked "{0}"', item);
    case 'restored':
      return placed(edit.place, {
        first: () => vscode.l10n.t('You put "{0}" back at the top', item),
        behind: (other) => vscode.l10n.t('You put "{0}" back after "{1}"', item, other),
      });
  }
}

function markedText(status: TodoStatus, item: string): string {
  switch (status) {
    case 'completed':
      return vscode.l10n.t('You marked "{0}" as done', item);
    case 'in_progress':
      return vscode.l10n.t('You marked "{0}" as in progress', item);
    case 'pending':
      return vscode.l10n.t('You marked "{0}" as open', item);
  }
}

function placed(
  { after }: TodoPlace,
  words: { readonly first: () => string; readonly behind: (other: string) => string },
): string {
  return after === undefined ? words.first() : words.behind(visibleLine(after.content));
}
