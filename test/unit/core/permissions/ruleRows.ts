import type { PermissionMode } from '../../../../src/core/permissions/rules/evaluation.ts';
import type { RuleSource } from '../../../../src/core/permissions/rules/rule.ts';

/** A tool call: a command line, or a tool with its input. */
export type RowCall = string | { readonly tool: string; readonly input: Readonly<Record<string, unknown>> };

export interface RuleRow {
  /** The row of the contract, or a word for our own. */
  readonly id: string;
  readonly allow?: readonly string[];
  readonly ask?: readonly string[];
  readonly deny?: readonly string[];
  readonly scope?: RuleSource['scope'];
  readonly mode?: PermissionMode;
  readonly hook?: 'allow' | 'ask';
  readonly isTrusted?: boolean;
  readonly additionalDirectories?: readonly string[];
  /** From a path to where its link leads. */
  readonly links?: Readonly<Record<string, string>>;
  /** Every one of them must get the verdict. */
  readonly calls: readonly RowCall[];
  readonly verdict: 'allow' | 'ask' | 'deny';
  readonly warns?: boolean;
}

/** The session's folder, which is the trusted project root, and the home folder. */
export const project = '/home/u/proj';
export const home = '/home/u';

export const read = (path: string): RowCall => ({ tool: 'Read', input: { file_path: path } });
export const edit = (path: string): RowCall => ({ tool: 'Edit', input: { file_path: path } });
export const write = (path: string): RowCall => ({ tool: 'Write', input: { file_path: path } });
const fetch = (url: string): RowCall => ({ tool: 'WebFetch', input: { url } });
const agent = (input: Readonly<Record<string, unknown>>): RowCall => ({ tool: 'Agent', input });
const mcp = (tool: string): RowCall => ({ tool, input: {} });

/** The rows of the permission contract. */
export const contractRows: readonly RuleRow[] = [
  { id: 'P-01', allow: ['Bash(npm run build)'], calls: ['npm run build'], verdict: 'allow' },
  { id: 'P-02', allow: ['Bash(npm run build)'], calls: ['npm run build --watch'], verdict: 'ask' },
  { id: 'P-04', allow: ['Bash(npm run test:*)'], calls: ['npm run test -- --ci'], verdict: 'allow' },
  { id: 'P-05', allow: ['Bash(npm run test:*)'], calls: ['npm run test:unit'], verdict: 'ask' },
  { id: 'P-07', allow: ['Bash(mytool*)'], calls: ['mytoolbox x'], verdict: 'allow' },
  { id: 'P-08', allow: ['Bash(* --version)'], calls: ['node --version'], verdict: 'allow' },
  { id: 'P-10', allow: ['Bash(git * main)'], calls: ['git push origin dev'], verdict: 'ask' },
  { id: 'P-11', allow: ['Bash(* install)'], calls: ['pnpm install'], verdict: 'allow' },
  { id: 'P-13', allow: ['Bash(git:* push)'], calls: ['git push'], verdict: 'ask' },
  { id: 'P-14', allow: ['Bash(*)'], calls: ['make deploy'], verdict: 'allow' },
  { id: 'P-16', deny: ['Bash(aws *)'], allow: ['Bash(aws s3 ls)'], calls: ['aws s3 ls'], verdict: 'deny' },
  { id: 'P-17', ask: ['Bash(git push *)'], allow: ['Bash(git *)'], calls: ['git push origin x'], verdict: 'ask' },
  { id: 'P-19', allow: ['Bash(git commit *)'], calls: ['git commit -m "fix #12; done"'], verdict: 'allow' },
  { id: 'P-20', allow: ['Bash(npm test *)'], calls: ['npm test && curl e.x'], verdict: 'ask' },
  { id: 'P-22', allow: ['Bash(npm test *)'], calls: ['npm test | tee out.log'], verdict: 'ask' },
  { id: 'P-23', allow: ['Bash(npm test *)'], calls: ['npm test |& cat'], verdict: 'allow' },
  { id: 'P-25', allow: ['Bash(echo *)'], calls: ['echo a & make x'], verdict: 'ask' },
  { id: 'P-26', deny: ['Bash(rm *)'], calls: ['ls; rm -rf build'], verdict: 'deny' },
  { id: 'P-28', deny: ['Bash(rm *)'], allow: ['Bash'], calls: ['echo $(rm -rf build)'], verdict: 'deny' },
  { id: 'P-29', deny: ['Bash(rm *)'], allow: ['Bash'], calls: ['echo `rm x`'], verdict: 'deny' },
  { id: 'P-31', deny: ['Bash(rm *)'], allow: ['Bash'], calls: ['for f in *; do rm "$f"; done'], verdict: 'deny' },
  { id: 'P-32', deny: ['Bash(rm *)'], allow: ['Bash'], calls: ["cat <<'E'\nrm -rf x\nE"], verdict: 'allow' },
  { id: 'P-34', allow: ['Bash(deploy *)'], calls: ['deploy $(make tag)'], verdict: 'ask' },
  { id: 'P-35', allow: ['Bash(deploy *)'], calls: ['deploy "unterminated'], verdict: 'ask' },
  { id: 'P-37', allow: ['Bash(npm test *)'], calls: ['NODE_ENV=test npm test'], verdict: 'allow' },
  { id: 'P-38', allow: ['Bash(npm test *)'], calls: ['LD_PRELOAD=./x.so npm test'], verdict: 'ask' },
  { id: 'P-40', deny: ['Bash(rm *)'], calls: ['FOO=bar rm -rf tmp/'], verdict: 'deny' },
  { id: 'P-41', calls: ['FOO=bar'], verdict: 'ask' },
  { id: 'P-43', allow: ['Bash(npm test *)'], calls: ['nohup npm test &'], verdict: 'allow' },
  { id: 'P-44', allow: ['Bash(npm test *)'], calls: ['nice -n 5 timeout 9 npm test'], verdict: 'allow' },
  { id: 'P-46', deny: ['Bash(rm *)'], calls: ['command -v rm'], verdict: 'ask' },
  { id: 'P-47', deny: ['Bash(rm *)'], calls: ['sudo rm x', 'env A=1 rm x'], verdict: 'deny' },
  { id: 'P-49', allow: ['Bash(watch *)'], calls: ['watch npm test'], verdict: 'ask' },
  { id: 'P-50', allow: ['Bash(watch -n1 npm test)'], calls: ['watch -n1 npm test'], verdict: 'allow' },
  { id: 'P-52', deny: ['Bash(rm *)'], calls: ['cat l | xargs -n1 rm'], verdict: 'ask' },
  { id: 'P-53', allow: ['Bash(find *)'], calls: ['find . -name a -delete'], verdict: 'ask' },
  { id: 'P-55', allow: ['Bash(devbox run *)'], calls: ['devbox run rm -rf .'], verdict: 'allow' },
  { id: 'P-56', deny: ['Bash(rm *)'], allow: ['Bash'], calls: ['bash -c "rm x"', '/bin/rm x'], verdict: 'deny' },
  { id: 'P-58', allow: ['Bash(npm test *)'], calls: ['npm \\\n test -w a'], verdict: 'allow' },
  { id: 'P-59', calls: ['ls -la && git status'], verdict: 'allow' },
  { id: 'P-61', calls: ['cd sub && ls'], verdict: 'allow' },
  { id: 'P-62', calls: ['cd /other && ls'], verdict: 'ask' },
  { id: 'P-64', calls: ['cd . && git log'], verdict: 'allow' },
  { id: 'P-65', calls: ['ls *.ts'], verdict: 'allow' },
  { id: 'P-65 sort', calls: ['sort *.txt'], verdict: 'ask' },
  {
    id: 'P-67',
    deny: ['Read(./.env)'],
    allow: ['Bash'],
    calls: ['cat .env', 'head -1 .env', 'sed -n 1p .env'],
    verdict: 'deny',
  },
  { id: 'P-68', deny: ['Read(./.env)'], allow: ['Bash'], calls: ['grep KEY .env'], verdict: 'deny' },
  { id: 'P-70', deny: ['Read(./.env)'], allow: ['Bash'], calls: ['wc -l < .env'], verdict: 'deny' },
  { id: 'P-71', deny: ['Read(~/Desktop/**)'], allow: ['Bash'], calls: ['cat $HOME/Desktop/a'], verdict: 'deny' },
  { id: 'P-73', mode: 'acceptEdits', calls: ['ls > out.txt'], verdict: 'allow' },
  { id: 'P-74', calls: ['grep -r a . 2>/dev/null'], verdict: 'allow' },
  { id: 'P-76', deny: ['Edit(/dist/**)'], allow: ['Bash'], calls: ['echo x > dist/a'], verdict: 'deny' },
  { id: 'P-77', allow: ['Bash', 'Edit(~/**)'], calls: ['echo x > ~/n.txt'], verdict: 'ask' },
  { id: 'P-79', allow: ['Bash'], calls: ['rm -rf ~', 'rm -rf /', 'rm -rf "$D"/*'], verdict: 'ask' },
  { id: 'P-79 bypass', mode: 'bypassPermissions', calls: ['rm -rf ~', 'rm -rf /', 'rm -rf "$D"/*'], verdict: 'ask' },
  { id: 'P-79 dontAsk', allow: ['Bash'], mode: 'dontAsk', calls: ['rm -rf ~', 'rm -rf /'], verdict: 'deny' },
  { id: 'P-80', allow: ['Bash'], calls: ['echo "$(rm -rf ~)"'], verdict: 'ask' },
  { id: 'P-82', deny: ['Read(//etc/shadow)'], calls: [read('/etc/shadow')], verdict: 'deny' },
  { id: 'P-83', deny: ['Read(/etc/shadow)'], calls: [read('/etc/shadow')], verdict: 'ask', warns: true },
  {
    id: 'P-85',
    allow: ['Edit(/src/**/*.ts)'],
    calls: [edit(`${project}/src/a/b.ts`), edit(`${project}/src/b.ts`)],
    verdict: 'allow',
  },
  { id: 'P-86', allow: ['Edit(src/**)'], calls: [edit(`${project}/vendor/p/src/l.js`)], verdict: 'ask' },
  { id: 'P-88', deny: ['Edit(/src/**)'], calls: [edit(`${project}/vendor/p/src/l.js`)], verdict: 'ask' },
  { id: 'P-89', deny: ['Read(.env)'], calls: [read(`${project}/a/b/.env`)], verdict: 'deny' },
  { id: 'P-91', deny: ['Read(//**/.env)'], calls: [read('/tmp/x/.env')], verdict: 'deny' },
  { id: 'P-92', deny: ['Read(/secrets/**)'], scope: 'user', calls: [read(`${project}/secrets/k`)], verdict: 'allow' },
  { id: 'P-94', deny: ['Write(docs/**)'], calls: [write(`${project}/docs/a`)], verdict: 'deny', warns: true },
  { id: 'P-95', deny: ['Write'], calls: [write(`${project}/a`)], verdict: 'deny' },
  {
    id: 'P-97',
    allow: ['Read(./p/**)'],
    deny: ['Read(~/.ssh/**)'],
    links: { [`${project}/p/key`]: '/home/u/.ssh/id' },
    calls: [read(`${project}/p/key`)],
    verdict: 'deny',
  },
  {
    id: 'P-98',
    allow: ['Edit(/src/**)'],
    links: { [`${project}/src/l`]: '/tmp/t' },
    calls: [edit(`${project}/src/l`)],
    verdict: 'ask',
  },
  { id: 'P-100 inside', calls: [read(`${project}/a.ts`)], verdict: 'allow' },
  { id: 'P-100 outside', calls: [read('/opt/a')], verdict: 'ask' },
  { id: 'P-100 added', additionalDirectories: ['/opt'], calls: [read('/opt/a')], verdict: 'allow' },
  { id: 'P-101 default', calls: [edit(`${project}/a.ts`)], verdict: 'ask' },
  { id: 'P-101 acceptEdits', mode: 'acceptEdits', calls: [edit(`${project}/a.ts`)], verdict: 'allow' },
  { id: 'P-101 dontAsk', mode: 'dontAsk', calls: [edit(`${project}/a.ts`)], verdict: 'deny' },
  { id: 'P-101 bypass', mode: 'bypassPermissions', calls: [edit(`${project}/a.ts`)], verdict: 'allow' },
  { id: 'P-103 default', allow: ['Edit'], calls: [edit(`${project}/.git/config`)], verdict: 'ask' },
  {
    id: 'P-103 bypass',
    allow: ['Edit'],
    mode: 'bypassPermissions',
    calls: [edit(`${project}/.git/config`)],
    verdict: 'allow',
  },
  { id: 'P-103 dontAsk', allow: ['Edit'], mode: 'dontAsk', calls: [edit(`${project}/.git/config`)], verdict: 'deny' },
  { id: 'P-104', mode: 'acceptEdits', calls: ['mkdir -p a/b'], verdict: 'allow' },
  { id: 'P-104 outside', mode: 'acceptEdits', calls: ['mv a ../b'], verdict: 'ask' },
  { id: 'P-106', allow: ['WebFetch(domain:example.com)'], calls: [fetch('https://EXAMPLE.com./x')], verdict: 'allow' },
  {
    id: 'P-106 subdomain',
    allow: ['WebFetch(domain:example.com)'],
    calls: [fetch('https://api.example.com')],
    verdict: 'ask',
  },
  {
    id: 'P-107',
    deny: ['WebFetch(domain:*.example.com)'],
    calls: [fetch('https://a.b.example.com')],
    verdict: 'deny',
  },
  { id: 'P-107 apex', deny: ['WebFetch(domain:*.example.com)'], calls: [fetch('https://example.com')], verdict: 'ask' },
  { id: 'P-109', allow: ['mcp__pup'], calls: [mcp('mcp__pup__navigate')], verdict: 'allow' },
  { id: 'P-109 glob', allow: ['mcp__pup__*'], calls: [mcp('mcp__pup__navigate')], verdict: 'allow' },
  { id: 'P-110', allow: ['mcp__*'], calls: [mcp('mcp__pup__navigate')], verdict: 'ask', warns: true },
  { id: 'P-112', allow: ['mcp__gh__get_*'], calls: [mcp('mcp__gh__get_issue')], verdict: 'allow' },
  { id: 'P-112 other', allow: ['mcp__gh__get_*'], calls: [mcp('mcp__gh__create')], verdict: 'ask' },
  { id: 'P-113', deny: ['Agent(model:opus)'], calls: [agent({ model: 'opus' })], verdict: 'deny' },
  { id: 'P-113 omitted', deny: ['Agent(model:opus)'], calls: [agent({ prompt: 'x' })], verdict: 'ask' },
  {
    id: 'P-115',
    ask: ['Bash(run_in_background:true)'],
    allow: ['Bash'],
    calls: [{ tool: 'Bash', input: { command: 'make', run_in_background: true } }],
    verdict: 'ask',
  },
  { id: 'P-116', deny: ['Agent(Explore)'], calls: [agent({ subagent_type: 'Explore' })], verdict: 'deny' },
  { id: 'P-116 old name', deny: ['Task(Explore)'], calls: [agent({ subagent_type: 'Explore' })], verdict: 'deny' },
  { id: 'P-118', allow: ['Bash(make *)'], isTrusted: false, calls: ['make x'], verdict: 'ask' },
  { id: 'P-119', ask: ['Bash(git push *)'], mode: 'bypassPermissions', calls: ['git push'], verdict: 'ask' },
];
