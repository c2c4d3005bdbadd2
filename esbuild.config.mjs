// Builds the extension (dist/) and, with --tests, every test file (out/), so that all run from bundles of the same sources.
// --production: minified, no source map. --watch: rebuilds on change.
import { build, context } from 'esbuild';
import { cp, mkdir } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const flags = new Set(process.argv.slice(2));
const production = flags.has('--production');

const common = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  logLevel: 'warning',
  // The ES module build first: it is the one that tree-shakes.
  mainFields: ['module', 'main'],
  // Its ES module build asks for import.meta.url, which a CommonJS bundle doesn't have.
  alias: { 'web-tree-sitter': path.resolve('node_modules/web-tree-sitter/web-tree-sitter.cjs') },
};

const shipped = { ...common, external: ['vscode'], minify: production, sourcemap: !production };

/** What is imported when it is first needed is much code, so it becomes a file of its own: the rest then loads faster. */
const apart = {
  name: 'apart',
  setup(build) {
    build.onResolve({ filter: /./ }, ({ kind, path: imported }) =>
      kind === 'dynamic-import' ? { path: `./${path.basename(imported, '.ts')}.js`, external: true } : undefined,
    );
  },
};

/** The functions of zod that the sources call: `z.object(` and the like. */
function calledOfZod() {
  const sources = readdirSync('src', { recursive: true }).filter((file) => file.endsWith('.ts'));
  const called = sources.flatMap((file) => [...readFileSync(`src/${file}`, 'utf8').matchAll(/\bz\.(\w+)[(.]/g)]);
  return [...new Set(called.map(([, name]) => name))];
}

/**
 * Two packages that an import doesn't read yet: an import copies what a CommonJS module has, but nothing of what it
 * inherits. Of VS Code's API that spares some hundred copies. zod is evaluated when one of its functions is first asked
 * for, since the start needs none of them; its code stays in the bundle, so that it is compiled with all other.
 */
const inherited = {
  name: 'inherited',
  setup(build) {
    const namespace = 'inherited';
    build.onResolve({ filter: /^(vscode|zod|called-of-zod)$/ }, ({ path: imported, kind }) => {
      if (kind === 'import-statement') return { path: imported, namespace };
      return imported === 'vscode' ? { path: imported, external: true } : { path: imported, namespace };
    });
    build.onLoad({ filter: /^vscode$/, namespace }, () => ({
      contents: "module.exports = Object.create(require('vscode'));",
    }));
    build.onLoad({ filter: /^zod$/, namespace }, () => {
      const getters = calledOfZod().map((name) => `get ${name}() { return require('called-of-zod').${name}; }`);
      return { contents: `module.exports = Object.create({ ${getters.join(', ')} });` };
    });
    build.onLoad({ filter: /^called-of-zod$/, namespace }, () => ({
      contents: `export { ${calledOfZod().join(', ')} } from 'zod/v4';`,
      resolveDir: import.meta.dirname,
    }));
  },
};

const start = { ...shipped, entryPoints: ['src/start.ts'], outfile: 'dist/extension.js' };
const main = {
  ...shipped,
  entryPoints: ['src/extension.ts'],
  outfile: 'dist/main.js',
  plugins: [apart, inherited],
  // Those files are CommonJS: `require` gives their exports as they are.
  supported: { 'dynamic-import': false },
};
const later = {
  ...shipped,
  entryPoints: ['src/node/model/anthropicSdk.ts', 'web-tree-sitter'],
  outdir: 'dist',
  entryNames: '[name]',
};

/** The page of the conversation view. Small in any build: it is loaded each time that the view comes into sight. */
const page = {
  bundle: true,
  platform: 'browser',
  target: 'chrome132',
  format: 'iife',
  logLevel: 'warning',
  entryPoints: ['src/webview/main.ts'],
  outfile: 'dist/webview.js',
  tsconfig: 'src/webview/tsconfig.json',
  minify: true,
};

/** Test files keep tools outside: mocha, playwright-core and the like are run as installed. */
const tests = {
  ...common,
  entryPoints: readdirSync('test', { recursive: true })
    .map((file) => path.join('test', file))
    .filter((file) => /(\.test|[/\\]index)\.ts$/.test(file) && !file.includes('fixtures'))
    // TEST_ONLY=unit/todos builds just those, TEST_OUT keeps them apart from another build.
    .filter((file) => file.includes(process.env.TEST_ONLY ?? '')),
  outdir: process.env.TEST_OUT ?? 'out/test',
  outbase: 'test',
  external: ['vscode', 'mocha', 'playwright-core', '@copilotkit/aimock', 'eslint', 'typescript', 'typescript-eslint'],
  sourcemap: true,
};

/** The lines by which the editor's watch task knows that a build is on (.vscode/tasks.json). */
const sayWhen = {
  name: 'say-when',
  setup(build) {
    build.onStart(() => console.log('build started'));
    build.onEnd(() => console.log('build finished'));
  },
};

/** What is shipped as it is: the grammar of commands, the icons of the page. */
async function copyFiles() {
  await mkdir('dist', { recursive: true });
  for (const file of ['codicon.css', 'codicon.ttf'])
    await cp(`node_modules/@vscode/codicons/dist/${file}`, `dist/${file}`);
  await cp('node_modules/web-tree-sitter/web-tree-sitter.wasm', 'dist/web-tree-sitter.wasm');
  await cp('node_modules/tree-sitter-bash/tree-sitter-bash.wasm', 'dist/tree-sitter-bash.wasm');
}

await copyFiles();
const builds = [
  ...(flags.has('--only-tests') ? [] : [start, main, later, page]),
  ...(flags.has('--tests') || flags.has('--only-tests') ? [tests] : []),
];
if (flags.has('--watch'))
  for (const options of builds)
    await (await context({ ...options, plugins: [...(options.plugins ?? []), sayWhen] })).watch();
else await Promise.all(builds.map((options) => build(options)));
