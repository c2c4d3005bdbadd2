import path from 'node:path';

/**
 * Every entry point (`npm test`, `npm start`) makes the project's root its working directory, as does
 * `npm run`. Bundles have no useful `__dirname`, so this is the one way to find the project's files.
 */
export const projectRoot = process.cwd();

/** What VS Code and Chromium are kept in; share it between clones with VSCODE_TEST_CACHE. */
export const cacheDirectory = path.resolve(process.env['VSCODE_TEST_CACHE'] ?? path.join(projectRoot, '.vscode-test'));

export const sampleDirectory = path.join(projectRoot, 'media', 'sample');
