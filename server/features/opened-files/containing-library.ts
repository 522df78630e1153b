import { isAbsolute, relative, sep } from 'node:path';

import { realPath } from '../../lib/real-path.ts';
import { withTimeout } from '../../lib/with-timeout.ts';

/**
 * The relative path below a folder, separated by `/`, empty for the folder itself; null outside of
 * it.
 */
export const relativeWithin = (folder: string, path: string): string | null => {
  const way = relative(folder, path);
  if (isAbsolute(way) || way === '..' || way.startsWith(`..${sep}`)) return null;
  return way.split(sep).join('/');
};

/**
 * Resolves links and restores the case on disk; returns the path unchanged if it is inaccessible.
 */
export const resolvedPath = (path: string): Promise<string> => realPath(path).catch(() => path);

const patienceMs = 2000;

interface Library {
  id: string;
  name: string;
  path: string;
}

/** Limits concurrent reads per volume; rejects while its drive does not respond. */
export type GatedRead = <Result>(path: string, read: () => Promise<Result>) => Promise<Result>;

/** A hung network drive must not prevent opening a file on another one. */
const rootOf = ({ path }: Library, gated: GatedRead): Promise<string> => {
  const resolved = gated(path, () => resolvedPath(path)).catch(() => path);
  return withTimeout(resolved, patienceMs, path);
};

/** The library that contains a file (the innermost of several), and the file's relative path. */
export const findContainingLibrary = async <Candidate extends Library>(
  libraries: readonly Candidate[],
  path: string,
  gated: GatedRead,
): Promise<{ library: Candidate; way: string } | null> => {
  const real = await gated(path, () => resolvedPath(path));
  const homes = await Promise.all(
    libraries.map(async (library) => ({
      library,
      way: relativeWithin(await rootOf(library, gated), real),
    })),
  );
  const found = homes.filter(
    (home): home is { library: Candidate; way: string } => home.way !== null,
  );
  return found.sort((a, b) => a.way.length - b.way.length)[0] ?? null;
};
