import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire, wrap } from 'node:module';
import path from 'node:path';
import { Script } from 'node:vm';
import { replaceFileSync } from './atomicFile.ts';

/** A CommonJS file that has been run. */
export interface CompiledModule {
  readonly exports: unknown;
  /** True when the compiled code of an earlier time was used. */
  readonly isFromCache: boolean;
  /** Keeps the code compiled so far for the next time. Never throws: without it the next start only takes longer. */
  keep(): void;
}

const digestSize = 32;

/**
 * Runs a CommonJS file like `require`, but with the code that V8 compiled of it an earlier time: of a large file
 * compiling is most of what loading takes. V8 refuses code of another version of its own; the digest refuses code of
 * another source, and damaged code, which V8 would run.
 */
export function requireCompiled(file: string, cacheFile: string): CompiledModule {
  const source = readFileSync(file);
  const cachedData = readCache(cacheFile, source);
  const script = new Script(wrap(source.toString('utf8')), { filename: file, ...(cachedData && { cachedData }) });
  const module = { exports: {} };
  // What the wrapper takes, by Node's own definition.
  const run = script.runInThisContext() as (...given: unknown[]) => void;
  run.call(module.exports, module.exports, createRequire(file), module, file, path.dirname(file));
  return {
    exports: module.exports,
    isFromCache: cachedData !== undefined && script.cachedDataRejected === false,
    keep: () => writeCache(cacheFile, source, script.createCachedData()),
  };
}

function readCache(file: string, source: Uint8Array): Buffer | undefined {
  try {
    const bytes = readFileSync(file);
    const code = bytes.subarray(digestSize);
    return digestOf(source, code).equals(bytes.subarray(0, digestSize)) ? code : undefined;
  } catch {
    return undefined;
  }
}

function writeCache(file: string, source: Uint8Array, code: Uint8Array): void {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    replaceFileSync(file, Buffer.concat([digestOf(source, code), code]));
  } catch {
    // The file is made anew the next time.
  }
}

function digestOf(source: Uint8Array, code: Uint8Array): Buffer {
  return createHash('sha256').update(source).update(code).digest();
}
