// The rooms of src/ and who may look into whom: the one table behind the import rules of eslint.config.mjs.
import { builtinModules } from 'node:module';

/** A room imports rooms of lower rank only, never a sibling of its own rank. `extension.ts` puts all together, `start.ts` loads it. */
export const ranks = {
  'core/util': 0,
  'core/model': 1,
  'core/workspace': 2,
  'core/todos': 2,
  'core/hooks': 2,
  'core/tools': 3,
  'core/checkpoints': 3,
  'core/permissions': 4,
  'core/agent': 5,
  'core/session': 6,
  'core/settings': 6,
  node: 7,
  vscode: 7,
  webview: 7,
  'api.ts': 7,
  wiring: 8,
  'extension.ts': 9,
  'start.ts': 10,
};

/** The page runs in a browser, and of the core it knows only what it shows and is told. */
const pageRoom = 'webview';
const closedToPage = {
  regex: '^(\\.\\./)+core/(?!session/transcript)',
  message: 'The page knows of the core only the model of the transcript.',
};

/** The only rooms that may import the editor's API. */
const editorRooms = ['vscode', 'api.ts', 'wiring', 'extension.ts', 'start.ts'];

const nodeModules = `^(node:|(${builtinModules.filter((name) => !name.startsWith('_')).join('|')})$)`;

/** The lint configuration of each room. */
export function roomConfigs() {
  return Object.keys(ranks).map((room) => ({
    name: `room ${room}`,
    files: [room.endsWith('.ts') ? `src/${room}` : `src/${room}/**/*.ts`],
    rules: { 'no-restricted-imports': ['error', { patterns: forbiddenImports(room) }] },
  }));
}

function forbiddenImports(room) {
  const patterns = [];
  const closed = Object.keys(ranks).filter((other) => other !== room && ranks[other] >= ranks[room]);
  if (closed.length > 0) {
    const message = `${room} has rank ${ranks[room]} and imports lower ranks only (scripts/rooms.mjs).`;
    patterns.push({ regex: closed.map(pathInto).join('|'), message });
  }
  if (!editorRooms.includes(room)) patterns.push({ regex: '^vscode$', message: 'Only src/vscode knows the editor.' });
  if (room === pageRoom) patterns.push(closedToPage);
  if (room === pageRoom || room.startsWith('core/')) {
    patterns.push({
      regex: nodeModules,
      message: 'The core and the page run anywhere: what they need of Node comes through a port or a message.',
    });
  }
  return patterns;
}

/** Matches a relative import that leads into the room; from inside the core, `core/` is not part of it. */
function pathInto(room) {
  const path = room.replace(/^core\//, '(core/)?').replace('.', '\\.');
  return `^(\\.\\./)+${path}${room.endsWith('.ts') ? '$' : '/'}`;
}
