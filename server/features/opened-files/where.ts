import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';

import { withTimeLimit } from '../../tasks/time-limit.ts';

/** A place below a folder: names with `/` between them, empty for the folder itself; null outside of it. */
export const wayInto = (folder: string, path: string): string | null => {
  const way = relative(folder, path);
  if (isAbsolute(way) || way === '..' || way.startsWith(`..${sep}`)) return null;
  return way.split(sep).join('/');
};

/** The path without links, in the letters in which the disk has it; as it is where it cannot be looked at. */
export const truePath = (path: string): Promise<string> => realpath(path).catch(() => path);

const patienceMs = 2000;

interface Library {
  id: string;
  name: string;
  path: string;
}

/** A drive of the network that does not answer keeps nobody from opening a file that lies elsewhere. */
const rootOf = ({ path }: Library): Promise<string> =>
  withTimeLimit(truePath(path), patienceMs, path);

/** The library in whose folder a file lies, the innermost if several do, and the way to it. */
export const findHome = async <Found extends Library>(
  libraries: readonly Found[],
  path: string,
): Promise<{ library: Found; way: string } | null> => {
  const real = await truePath(path);
  const homes = await Promise.all(
    libraries.map(async (library) => ({
      library,
      way: wayInto(await rootOf(library), real),
    })),
  );
  const found = homes.filter((home): home is { library: Found; way: string } => home.way !== null);
  return found.sort((a, b) => a.way.length - b.way.length)[0] ?? null;
};
