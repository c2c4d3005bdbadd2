import path from 'node:path';
import type { HookSource, HookSourceKind } from '../../core/hooks/configuration/hookSchema.ts';

/** A settings file that may hold hooks and permissions. */
export interface SettingsPlace {
  readonly source: HookSource & { readonly file: string };
  /** `claude`: strict JSON with all its switches. `agent`: our own file, comments allowed, of which only the hooks are taken. */
  readonly format: 'claude' | 'agent';
  /** It comes with the workspace. */
  readonly isShared: boolean;
}

export interface SettingsFolders {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** Where Claude Code keeps the person's settings, if that isn't `~/.claude`. */
  readonly claudeConfig: string | undefined;
  /** Undefined in a workspace that isn't trusted and where there is no folder on a disk. */
  readonly project: string | undefined;
  /** Whose `.claude/settings.local.json` counts for the project: the root of its repository, else the project itself. */
  readonly local: string | undefined;
  /** Whether Claude Code's own files are read. */
  readonly readsClaude: boolean;
}

const managedFolders: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: '/Library/Application Support/ClaudeCode',
  linux: '/etc/claude-code',
  win32: 'C:\\Program Files\\ClaudeCode',
};

/** In configuration order. A file that has two roles, as in a project that is the home folder, has its first one. */
export function settingsPlaces({
  platform,
  home,
  claudeConfig,
  ...folders
}: SettingsFolders): readonly SettingsPlace[] {
  const { project, local, readsClaude } = folders;
  const managed = managedFolders[platform];
  const userFolder = claudeConfig ?? path.join(home, '.claude');
  const userLabel = claudeConfig === undefined ? '~/.claude/settings.json' : path.join(claudeConfig, 'settings.json');
  const places = [
    ...(managed === undefined ? [] : [place('managed', 'managed-settings.json', managed, 'managed-settings.json')]),
    place('user', userLabel, userFolder, 'settings.json'),
    place('user', '~/.agent/settings.json', path.join(home, '.agent'), 'settings.json', 'agent'),
    ...(project === undefined
      ? []
      : [
          place('project', '.claude/settings.json', path.join(project, '.claude'), 'settings.json'),
          place('project', '.agent/settings.json', path.join(project, '.agent'), 'settings.json', 'agent'),
          ...(local === undefined || local === project ? [] : [localPlace(project, local)]),
          place('local', '.claude/settings.local.json', path.join(project, '.claude'), 'settings.local.json'),
          place('local', '.agent/settings.local.json', path.join(project, '.agent'), 'settings.local.json', 'agent'),
        ]),
  ];
  const wanted = places.filter(({ format }) => readsClaude || format === 'agent');
  return wanted.filter(({ source }, at) => wanted.findIndex((other) => other.source.file === source.file) === at);
}

/** Above the project; one that an older version left in the project is read beside it. */
function localPlace(project: string, local: string): SettingsPlace {
  const folder = path.join(local, '.claude');
  const label = path.join(path.relative(project, folder), 'settings.local.json').replaceAll('\\', '/');
  return place('local', label, folder, 'settings.local.json');
}

function place(
  kind: HookSourceKind,
  label: string,
  folder: string,
  name: string,
  format: SettingsPlace['format'] = 'claude',
): SettingsPlace {
  return {
    source: { kind, label, file: path.join(folder, name) },
    format,
    isShared: kind === 'project' || kind === 'local',
  };
}
