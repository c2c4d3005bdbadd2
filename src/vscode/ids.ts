/** Every command, view, context key and setting name, once. A unit test compares this file with package.json. */

export const commands = {
  startTask: 'agent.startTask',
  stopTask: 'agent.stopTask',
  sendMessage: 'agent.sendMessage',
  newSession: 'agent.newSession',
  goBack: 'agent.goBack',
  sessions: 'agent.sessions',
  continueTask: 'agent.continueTask',
  retryNow: 'agent.retryNow',
  compact: 'agent.compact',
  runDemo: 'agent.runDemo',
  setApiKey: 'agent.setApiKey',
  selectModel: 'agent.selectModel',
  showTodos: 'agent.showTodos',
  clearTodos: 'agent.clearTodos',
  openTranscript: 'agent.openTranscript',
  openChange: 'agent.openChange',
  openOutput: 'agent.openOutput',
  showLog: 'agent.showLog',
  showTerminal: 'agent.showTerminal',
  approve: 'agent.approve',
  approveForSession: 'agent.approveForSession',
  approveMore: 'agent.approveMore',
  deny: 'agent.deny',
  denyWithFeedback: 'agent.denyWithFeedback',
  reviewApproval: 'agent.reviewApproval',
  managePermissions: 'agent.managePermissions',
  setPermissionMode: 'agent.setPermissionMode',
  revokeGrant: 'agent.revokeGrant',
  showHooks: 'agent.showHooks',
  tryHook: 'agent.tryHook',
  showHookLog: 'agent.showHookLog',
  addTodo: 'agent.addTodo',
  renameTodo: 'agent.renameTodo',
  moveTodoUp: 'agent.moveTodoUp',
  moveTodoDown: 'agent.moveTodoDown',
  completeTodo: 'agent.completeTodo',
  reopenTodo: 'agent.reopenTodo',
  skipTodo: 'agent.skipTodo',
  removeTodo: 'agent.removeTodo',
  restoreTodo: 'agent.restoreTodo',
  undoItem: 'agent.undoItem',
  redoItem: 'agent.redoItem',
  undoRun: 'agent.undoRun',
  redoRun: 'agent.redoRun',
  lockTodo: 'agent.lockTodo',
  unlockTodo: 'agent.unlockTodo',
  pauseBeforeTodo: 'agent.pauseBeforeTodo',
  pauseAfterTodo: 'agent.pauseAfterTodo',
  clearStopPoints: 'agent.clearStopPoints',
  pause: 'agent.pause',
  resume: 'agent.resume',
  answerPause: 'agent.answerPause',
  startQueuedTask: 'agent.startQueuedTask',
  dropQueuedTasks: 'agent.dropQueuedTasks',
  createReceipt: 'agent.createReceipt',
} as const;

/** Called by clicks on rows only; hidden from the command palette. */
export const internalCommands: readonly string[] = [
  commands.openChange,
  commands.openOutput,
  commands.revokeGrant,
  commands.answerPause,
];

export const views = { container: 'agent', todos: 'agent.todos', conversation: 'agent.conversation' } as const;

export const contextKeys = {
  isRunning: 'agent.isRunning',
  isWaiting: 'agent.isWaiting',
  hasTodos: 'agent.hasTodos',
  hasKey: 'agent.hasKey',
  isPaused: 'agent.isPaused',
  isWaitingForModel: 'agent.isWaitingForModel',
  hasQueuedTasks: 'agent.hasQueuedTasks',
} as const;

export const settingsSection = 'agent';

/** Names below `agent.`, as in package.json. */
export const settings = [
  'provider',
  'baseUrl',
  'model',
  'effort',
  'maxTokens',
  'contextTokens',
  'stallSeconds',
  'nagThreshold',
  'nagMessage',
  'resetOnTodoWrite',
  'enableTodoWrite',
  'normalizeTodos',
  'printToConsole',
  'tools.enabled',
  'maxRounds',
  'maxCostUsd',
  'maxTokensPerTask',
  'loopGuard',
  'showCost',
  'checkpoints.maxSizeMb',
  'checkpoints.maxAgeDays',
  'bash.timeout',
  'permissions.mode',
  'permissions.allow',
  'permissions.ask',
  'permissions.deny',
  'permissions.denyCommands',
  'permissions.askCommands',
  'hooks',
  'readClaudeSettings',
] as const;

/** URI schemes of our documents; only a proposal can be changed. */
export const schemes = {
  change: 'agent-change',
  approval: 'agent-approval',
  proposal: 'agent-proposal',
  transcript: 'agent-transcript',
  output: 'agent-output',
  undo: 'agent-undo',
} as const;

export const statusItemId = 'status';
export const waitItemId = 'wait';
export const hookItemId = 'hook';
export const contextItemId = 'context';

/** The file that marks a folder as our copy of the sample, where the demo may run; its presence activates the extension there. */
export const demoMarker = '.todo-agent-demo';
