/**
 * The two ends of what we support, as versions of the npm package code-server, whose `lib/vscode` is VS
 * Code's server: 4.100.3 is VS Code 1.100.3 (our `engines.vscode`), 4.139.1 is VS Code 1.139.1.
 */
export const vscodeVersions = { oldest: '4.100.3', newest: '4.139.1' } as const;

export type VscodeVersion = keyof typeof vscodeVersions;
