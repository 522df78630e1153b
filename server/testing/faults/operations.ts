import type * as Fs from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { sep } from 'node:path';

import SQLite from 'better-sqlite3';

/** A change to the disk: of a file by function name, or of a database by statement. */
export interface Operation {
  kind: 'file' | 'sql';
  name: string;
  /** Path of the changed file. */
  path: string;
}

export interface OperationHooks {
  /** An error thrown here becomes the operation's error. */
  before(operation: Operation): void;
  /** Not called after a failure. */
  after?(operation: Operation): void;
}

type Callable = (this: unknown, ...input: unknown[]) => unknown;

// Patches the module object itself, because named imports are live bindings of it.
const fs = createRequire(import.meta.url)('node:fs') as typeof Fs;

/** Functions that change the file at a path, with the index of that argument. */
const byPath: Record<string, number> = {
  ...{ writeFile: 0, appendFile: 0, rename: 1, rm: 0, unlink: 0, rmdir: 0, mkdir: 0, copyFile: 1 },
  ...{ cp: 1, truncate: 0, link: 1, symlink: 1, utimes: 0 },
};
/** Functions that change an open file. */
const byHandle = ['write', 'ftruncate', 'fsync', 'fdatasync'];

const isWriting = (flags: unknown): boolean =>
  typeof flags === 'number'
    ? (flags & (fs.constants.O_WRONLY | fs.constants.O_RDWR)) !== 0
    : typeof flags === 'string' && /[wa+]/.test(flags);

/** Statements that write although SQLite reports them as read-only. */
const alsoWrites = /^\s*(VACUUM|COMMIT|PRAGMA\s+(wal_checkpoint|journal_mode\s*=|optimize))/i;

/**
 * Calls `hooks` on each file change of this thread below the roots, by Node's `fs` in its three
 * forms and by SQLite; returns the function that stops it.
 */
export const interceptOperations = (
  roots: readonly string[],
  { before, after }: OperationHooks,
): (() => void) => {
  const restore: (() => void)[] = [];
  const handles = new Map<number, string>();
  let isInside = false;
  const isOurs = (path: unknown): path is string =>
    roots.some((root) => path === root || String(path).startsWith(root + sep));
  /** Ignores the hooks' own file changes. */
  const quietly = (work: () => void) => {
    isInside = true;
    try {
      work();
    } finally {
      isInside = false;
    }
  };
  const replace = (target: object, name: string, wrap: (original: Callable) => Callable) => {
    const holder = target as Record<string, Callable>;
    const original = holder[name];
    if (original === undefined) throw new Error(`There is no ${name} to intercept`);
    holder[name] = wrap(original);
    restore.push(() => {
      holder[name] = original;
    });
  };
  const operationOf = (name: string, input: unknown[]): Operation | null => {
    if (isInside) return null;
    const path =
      name === 'open'
        ? isWriting(input[1] ?? 'r') && input[0]
        : byHandle.includes(name)
          ? handles.get(input[0] as number)
          : String(input[byPath[name] ?? 0]);
    return isOurs(path) ? { kind: 'file', name, path } : null;
  };
  const sync =
    (name: string): ((original: Callable) => Callable) =>
    (original) =>
      function (...input) {
        const operation = operationOf(name, input);
        if (operation) quietly(() => before(operation));
        const result = original.apply(this, input);
        if (name === 'open') handles.set(result as number, String(input[0]));
        if (operation) quietly(() => after?.(operation));
        return result;
      };
  const callback =
    (name: string): ((original: Callable) => Callable) =>
    (original) =>
      function (...input) {
        const done = input.at(-1) as Callable;
        const operation = operationOf(name, input);
        if (operation) {
          try {
            quietly(() => before(operation));
          } catch (error) {
            process.nextTick(() => done(error));
            return undefined;
          }
        }
        const told: Callable = (error, ...results) => {
          if (name === 'open' && !error) handles.set(results[0] as number, String(input[0]));
          if (operation && !error) quietly(() => after?.(operation));
          return done(error, ...results);
        };
        return original.apply(this, [...input.slice(0, -1), told]);
      };
  const promised =
    (name: string): ((original: Callable) => Callable) =>
    (original) =>
      async function (this: unknown, ...input) {
        const operation = operationOf(name, input);
        if (operation) quietly(() => before(operation));
        const result = await (original.apply(this, input) as Promise<unknown>);
        if (operation) quietly(() => after?.(operation));
        return result;
      };

  for (const name of [...Object.keys(byPath), ...byHandle, 'open']) {
    replace(fs, `${name}Sync`, sync(name));
    replace(fs, name, callback(name));
    if (!byHandle.includes(name)) replace(fs.promises, name, promised(name));
  }
  syncBuiltinESMExports();

  const statement = (name: string) => {
    const probe = new SQLite(':memory:');
    replace(
      Object.getPrototypeOf(probe.prepare('SELECT 1')) as object,
      name,
      (original) =>
        function (this: unknown, ...input) {
          const { database, readonly, source } = this as SQLite.Statement;
          const counts =
            !isInside && isOurs(database.name) && (!readonly || alsoWrites.test(source));
          const operation: Operation = { kind: 'sql', name: source, path: database.name };
          if (counts) quietly(() => before(operation));
          const result = original.apply(this, input);
          if (counts) quietly(() => after?.(operation));
          return result;
        },
    );
    probe.close();
  };
  ['run', 'get', 'all'].forEach(statement);
  replace(
    SQLite.prototype,
    'exec',
    (original) =>
      function (this: unknown, ...input) {
        const { name: path } = this as SQLite.Database;
        const operation: Operation = { kind: 'sql', name: String(input[0]), path };
        const counts = !isInside && isOurs(path);
        if (counts) quietly(() => before(operation));
        const result = original.apply(this, input);
        if (counts) quietly(() => after?.(operation));
        return result;
      },
  );

  return () => {
    for (const undo of restore.reverse()) undo();
    syncBuiltinESMExports();
  };
};
