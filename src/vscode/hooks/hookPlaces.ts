import path from 'node:path';
import type { HookSource, HookSourceKind } from '../../core/hooks/configuration/hookSchema.ts';

/** A settings file that may hold hooks. */
export interface HookPlace {
  readonly source: HookSource & { readonly file: string };
  /** `claude`: strict JSON with all its switches. `agent`: our own file, comments allowed, of which only the hooks are taken. */
  readonly format: 'claude' | 'agent';
  /** It comes with the workspace. */
  readonly isShared: boolean;
}

export interface HookFolders {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** Where Claude Code keeps the person's settings, if that isn't `~/.claude`. */
  readonly claudeConfig: string | undefined;
  /** Undefined in a workspace that isn't trusted and where there is no folder on a disk. */
  readonly project: string | undefined;
  /** Whether Claude Code's own files are read. */
  readonly readsClaude: boolean;
}

const managedFolders: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: '/Library/Application Support/ClaudeCode',
  linux: '/etc/claude-code',
  win32: 'C:\\Program Files\\ClaudeCode',
};

/** In configuration order. A file that has two roles, as in a project that is the home folder, has its first one. */
export function hookPlaces({ platform, home, claudeConfig, project, readsClaude }: HookFolders): readonly HookPlace[] {
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
          place('local', '.claude/settings.local.json', path.join(project, '.claude'), 'settings.local.json'),
          place('local', '.agent/settings.local.json', path.join(project, '.agent'), 'settings.local.json', 'agent'),
        ]),
  ];
  const wanted = places.filter(({ format }) => readsClaude || format === 'agent');
  return wanted.filter(({ source }, at) => wanted.findIndex((other) => other.source.file === source.file) === at);
}

function place(
  kind: HookSourceKind,
  label: string,
  folder: string,
  name: string,
  format: HookPlace['format'] = 'claude',
): HookPlace {
  return {
    source: { kind, label, file: path.join(folder, name) },
    format,
    isShared: kind === 'project' || kind === 'local',
  };
}
