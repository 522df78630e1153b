import { opendir, stat, statfs } from 'node:fs/promises';

import { badField } from '../../../shared/errors.ts';
import { parseUserPath } from '../../paths/parse-user-path.ts';
import { createSingleFlight } from '../../lib/single-flight.ts';
import { withTimeout } from '../../lib/with-timeout.ts';

/**
 * Time limit, ms: a local disk answers in less than a millisecond; a hung network drive never does.
 */
const validateMs = 5000;
/** Longest wait within a request, ms. */
export const probeTimeoutMs = 300;

const field = 'body.path';

/**
 * Normalises the root of a library: absolute, without a trailing slash. Throws BadRequest for a
 * folder that is missing, unreadable or not a folder.
 */
export const validateRoot = async (path: string): Promise<string> => {
  const root = parseUserPath(path, field);
  const problem = await withTimeout(problemOf(root), validateMs, 'does not respond');
  if (problem !== null) throw badField(field, `The folder "${root}" ${problem}`);
  return root;
};

const problemOf = async (root: string): Promise<string | null> => {
  try {
    if (!(await stat(root)).isDirectory()) return 'is not a folder';
    await (await opendir(root)).close();
    return (await isMadeUp(root))
      ? 'is provided by the operating system and contains no books'
      : null;
  } catch (error) {
    return problems[codeOf(error)] ?? 'cannot be read';
  }
};

const problems: Partial<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  ELOOP: 'is a link that leads to itself',
  EACCES: 'cannot be read: Octavo does not have permission. Give its user account read access.',
  EPERM: 'cannot be read: Octavo does not have permission. Give its user account read access.',
  ENAMETOOLONG: 'has a longer path than the system allows; move it higher up or shorten names',
};

/** Virtual file systems of Linux: proc, sysfs, cgroup, cgroup2, devpts, debugfs, tracefs. */
const virtualTypes = new Set([
  0x9fa0, 0x62656572, 0x27e0eb, 0x63677270, 0x1cd1, 0x64626720, 0x74726163,
]);
const isMadeUp = async (root: string): Promise<boolean> =>
  process.platform === 'linux' && virtualTypes.has((await statfs(root)).type);

const codeOf = (error: unknown) => String((error as NodeJS.ErrnoException).code);

export interface FolderProbe {
  /**
   * Whether the folder is readable now. False if it does not respond within seconds (a disk that
   * spins up or a busy machine is late, but within the limit), and for an empty folder of a library
   * with books: that is the mount point of a disconnected drive. Null if unknown, because the
   * process has reached its limit of open files, which says nothing about the drive.
   */
  isAvailable(path: string, holdsBooks: boolean): Promise<boolean | null>;
  /** Whether the folder responds at all, with its entries or an error, or hangs. */
  answers(path: string): Promise<boolean>;
}

/** Probes folders with a time limit, each only once at a time. */
export const createFolderProbe = (): FolderProbe => {
  // Single-flight: a probe of a hung drive blocks a thread, so there is never a second one.
  const probes = createSingleFlight();
  const probe = (path: string) => probes.run(path, () => probeFolder(path));
  return {
    isAvailable: async (path, holdsBooks) => {
      const found = await withTimeout(probe(path), validateMs, 'nothing');
      if (found === 'unknown') return null;
      return found === 'names' || (found === 'empty' && !holdsBooks);
    },
    answers: async (path) => (await withTimeout(probe(path), validateMs, null)) !== null,
  };
};

const probeFolder = async (path: string): Promise<'names' | 'empty' | 'nothing' | 'unknown'> => {
  try {
    const folder = await opendir(path);
    try {
      return (await folder.read()) === null ? 'empty' : 'names';
    } finally {
      await folder.close();
    }
  } catch (error) {
    return /^E([MN]FILE|NOMEM)$/.test(codeOf(error)) ? 'unknown' : 'nothing';
  }
};
