import { lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

/** More files than two builds produce; above this limit all leftovers are deleted together. */
const maxFiles = 300;
/**
 * Delay before the cache is written, ms: long after startup, when the code that ran is compiled.
 */
const writeMs = 10_000;

/**
 * Caches V8's compiled code in `cache/code` of `folder`, which saves a third of the next start;
 * call before that code is imported. Cached code is executed without verification, so no other user
 * must be able to write to any folder on the path. Otherwise, or if `folder` is missing or not
 * writable, nothing is cached.
 */
export const enableCompileCacheIn = (folder: string): void => {
  const cache = join(folder, 'cache');
  const code = join(cache, 'code');
  try {
    if (!isOurs(folder)) return;
    for (const made of [cache, code]) {
      mkdirSync(made, { recursive: true, mode: 0o700 });
      if (!isOurs(made)) return;
    }
    if (countFiles(code) > maxFiles) {
      rmSync(code, { recursive: true });
      mkdirSync(code, { mode: 0o700 });
    }
    enableCompileCache(code);
  } catch {
    return;
  }
  setTimeout(flushCompileCache, writeMs).unref();
};

/**
 * Files in a folder and in those directly below it: Node makes one for each of its versions.
 * `recursive` would look at each file once more, which takes 7 ms.
 */
const countFiles = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true })
    .map((entry) => (entry.isDirectory() ? readdirSync(join(folder, entry.name)).length : 1))
    .reduce((sum, count) => sum + count, 0);

/** A real folder (not a link) owned by our user and writable for no one else. */
const isOurs = (folder: string): boolean => {
  const stats = lstatSync(folder);
  // On Windows it inherits access for its user and administrators only.
  if (process.platform === 'win32') return stats.isDirectory();
  return stats.isDirectory() && stats.uid === process.geteuid?.() && (stats.mode & 0o022) === 0;
};
