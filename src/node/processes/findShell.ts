import { existsSync } from 'node:fs';
import path from 'node:path';

/** How to start a shell with one command line. */
export interface ShellProgram {
  /** For the model. */
  readonly name: string;
  readonly language: 'posix' | 'powershell';
  readonly file: string;
  argumentsFor(command: string): string[];
}

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  readonly exists: (file: string) => boolean;
}

/** Shells that read a command line as the model writes it; others (fish, nushell) have a language of their own. */
const POSIX_SHELLS = ['bash', 'zsh', 'sh', 'dash', 'ksh', 'ash'];

const thisMachine: Machine = { platform: process.platform, env: process.env, exists: existsSync };

/** The person's own shell where it speaks POSIX, else `/bin/sh`; on Windows Git Bash, else PowerShell. */
export function findShell(machine: Machine = thisMachine): ShellProgram {
  return machine.platform === 'win32' ? findWindowsShell(machine) : findPosixShell(machine);
}

function findPosixShell({ env, exists }: Machine): ShellProgram {
  const own = env['SHELL'] ?? '';
  const isUsable = POSIX_SHELLS.includes(path.posix.basename(own)) && exists(own);
  return posixShell(isUsable ? own : '/bin/sh', path.posix.basename(isUsable ? own : 'sh'));
}

function findWindowsShell({ env, exists }: Machine): ShellProgram {
  const gitFolders = [
    env['ProgramFiles'],
    env['ProgramFiles(x86)'],
    env['LOCALAPPDATA'] && `${env['LOCALAPPDATA']}\\Programs`,
  ];
  const bash = gitFolders
    .flatMap((folder) => (folder ? [path.win32.join(folder, 'Git', 'bin', 'bash.exe')] : []))
    .find((file) => exists(file));
  if (bash !== undefined) return posixShell(bash, 'Git Bash');
  return {
    name: 'PowerShell',
    language: 'powershell',
    file: 'powershell.exe',
    argumentsFor: (command) => ['-NoProfile', '-NonInteractive', '-Command', powershellScript(command)],
  };
}

function posixShell(file: string, name: string): ShellProgram {
  return { name, language: 'posix', file, argumentsFor: (command) => ['-c', command] };
}

/** PowerShell neither writes UTF-8 nor ends with its last program's exit code unless told to. */
function powershellScript(command: string): string {
  return `[Console]::OutputEncoding = [Text.Encoding]::UTF8\n${command}\nif ($LASTEXITCODE) { exit $LASTEXITCODE }`;
}
