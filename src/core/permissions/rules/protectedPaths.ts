const protectedFolders = new Set(
  '.git .vscode .idea .husky .cargo .devcontainer .yarn .mvn .claude .agent .ssh .gnupg .aws'.split(' '),
);
/** Start-up files of shells and settings that make other programs run code. */
const protectedFiles = new RegExp(
  `^(?:${[
    '\\.git(?:config|modules)',
    // It makes a bare repository of its folder, and git obeys the configuration that it finds in one.
    'head',
    '\\.(?:bash|z|k|c|tc)shrc|\\.bashrc|\\.bash_(?:profile|login|logout|aliases)|\\.z(?:shenv|profile|login|logout)|\\.profile|\\.login|\\.inputrc|config\\.fish',
    '\\.envrc',
    '\\.npmrc|\\.yarnrc.*|\\.pnp\\..*|\\.pnpmfile\\.c?js|bunfig\\.toml',
    '.*\\.bazelrc|\\.bazel(?:version|iskrc)',
    '\\.pre-commit-config\\.ya?ml|\\.?lefthook(?:-local)?\\.(?:ya?ml|toml|json)',
    '(?:gradle|maven)-wrapper\\.properties',
    '\\.devcontainer\\.json|\\.ripgreprc|pyrightconfig\\.json|\\.mcp\\.json|\\.claude\\.json',
  ].join('|')})$`,
);
const secretFiles =
  /^(?:\.env(?:\..+)?|.+\.env|\.envrc|.*\.(?:pem|key|p12|pfx|jks|keystore|kdbx)|id_(?:rsa|dsa|ecdsa|ed25519)|[._]netrc|\.npmrc|\.pypirc|\.pgpass|\.git-credentials|\.htpasswd)$/;
const examples = /\.(?:example|sample|template|dist|defaults?|test)$/;
const secretPlaces =
  /(?:^|\/)(?:\.ssh|\.gnupg|\.aws|\.kube|\.docker)\/|(?:^|\/)\.agent\/(?:settings\.json|config\.toml)$/;

/**
 * True for files that make the editor, git, a shell or this agent do things: writing one is never a matter of course,
 * whatever the rules allow. `path` with `/`, best relative to its workspace folder.
 */
export function isProtectedPath(path: string): boolean {
  const names = path.toLowerCase().split('/');
  const isInFolder = names.some((name, index) => {
    if (name === 'git' && names[index - 1] === '.config') return true;
    return protectedFolders.has(name) && !(name === '.claude' && names[index + 1] === 'worktrees');
  });
  return isInFolder || protectedFiles.test(names.at(-1) ?? '');
}

/** True for files that by their name hold keys or passwords: reading one sends it to the model. Takes any form of path. */
export function isSecretPath(path: string): boolean {
  const lower = path.toLowerCase().replaceAll('\\', '/');
  const name = lower.slice(lower.lastIndexOf('/') + 1);
  return (secretFiles.test(name) && !examples.test(name)) || secretPlaces.test(lower);
}
