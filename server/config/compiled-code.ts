import { lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

/** More files than two builds have: what is left of many is thrown away together. */
const maxFiles = 300;
/** Written when the start is long over, and what ran by then is compiled; ms. */
const writeMs = 10_000;

/**
 * Keeps what V8 makes of our code in `cache/code` of `folder`, a third of the next start; to be called before
 * that code is imported. Code is run as it lies there, so that nobody else may write to any folder on the
 * way. Where that is not so, where `folder` is not there yet, and where nothing can be written, nothing is kept.
 */
export const keepCompiledCode = (folder: string): void => {
  const cache = join(folder, 'cache');
  const code = join(cache, 'code');
  try {
    if (!isOurs(folder)) return;
    for (const made of [cache, code]) {
      mkdirSync(made, { recursive: true, mode: 0o700 });
      if (!isOurs(made)) return;
    }
    if (readdirSync(code, { recursive: true }).length > maxFiles) {
      rmSync(code, { recursive: true });
      mkdirSync(code, { mode: 0o700 });
    }
    enableCompileCache(code);
  } catch {
    return;
  }
  setTimeout(flushCompileCache, writeMs).unref();
};

/** A folder, and no link to one, that nobody but its owner, our user, may write to. */
const isOurs = (folder: string): boolean => {
  const stats = lstatSync(folder);
  // On Windows it inherits that only its user, and administrators, may.
  if (process.platform === 'win32') return stats.isDirectory();
  return stats.isDirectory() && stats.uid === process.geteuid?.() && (stats.mode & 0o022) === 0;
};
