import * as vscode from 'vscode';

/** The page's own words, by the names that it knows them by. */
export function pageWords(): Readonly<Record<string, string>> {
  const { t } = vscode.l10n;
  return {
    conversation: t('Conversation'),
    empty: t('Nothing has been said yet. Describe a task below.'),
    approvals: t('Waiting for your approval'),
    inFull: t('In full'),
    message: t('Message to the agent. @ names a file, Enter sends, Shift+Enter begins a new line.'),
    files: t('Files'),
    noFiles: t('No such file'),
    newTask: t('New task'),
    stop: t('Stop'),
    resume: t('Resume'),
    start: t('Start'),
    startHint: t('Describe a task'),
    queue: t('Queue'),
    queueHint: t('A task that starts when this one has ended'),
    send: t('Send'),
    sendHint: t('Go on with the conversation'),
    resumeWith: t('Send and Resume'),
    resumeWithHint: t('Paused. What you send resumes it.'),
    steer: t('Send'),
    steerHint: t('Tell the working agent'),
  };
}
