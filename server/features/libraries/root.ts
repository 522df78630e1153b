import { opendir, stat } from 'node:fs/promises';

import { badField } from '../../../shared/errors.ts';
import { givenPath } from '../../paths/given-path.ts';
import { createOnce } from '../../tasks/once.ts';
import { withTimeLimit } from '../../tasks/time-limit.ts';

/** A local disk answers in less than a millisecond; a hung network drive never does. */
const validateMs = 5000;
/** What a request waits at most. */
export const glanceMs = 300;

const field = 'body.path';

/**
 * The root of a library as it is stored: absolute, without a slash at its end.
 * Throws BadRequest saying which folder is missing, no folder or unreadable.
 */
export const validateRoot = async (path: string): Promise<string> => {
  const root = givenPath(path, field);
  const problem = await withTimeLimit(problemOf(root), validateMs, 'does not answer');
  if (problem !== null) throw badField(field, `The folder "${root}" ${problem}`);
  return root;
};

const problemOf = async (root: string): Promise<string | null> => {
  try {
    if (!(await stat(root)).isDirectory()) return 'is not a folder';
    await (await opendir(root)).close();
    return null;
  } catch (error) {
    return problems[codeOf(error)] ?? 'cannot be read';
  }
};

const problems: Partial<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  ENAMETOOLONG: 'has a longer path than the system allows; move it higher up or shorten names',
};

const codeOf = (error: unknown) => String((error as NodeJS.ErrnoException).code);

export interface RootWatch {
  /**
   * Whether the folder can be read at this moment. One that does not answer for seconds cannot: a disk
   * that spins up, or a machine that is busy, is late but there. Nor can an empty one that should hold
   * books: it is where a drive belongs that is not connected.
   */
  isAvailable(path: string, holdsBooks: boolean): Promise<boolean>;
}

/** Looks at folders without ever waiting for ever, and at each only once at a time. */
export const createRootWatch = (): RootWatch => {
  // A look at a hung drive holds a thread until the drive answers, so there is never a second.
  const looks = createOnce();
  return {
    isAvailable: (path, holdsBooks) =>
      withTimeLimit(
        looks.ask(path, () => lookAt(path, holdsBooks)),
        validateMs,
        false,
      ),
  };
};

const lookAt = async (path: string, holdsBooks: boolean): Promise<boolean> => {
  try {
    const folder = await opendir(path);
    try {
      return !holdsBooks || (await folder.read()) !== null;
    } finally {
      await folder.close();
    }
  } catch {
    return false;
  }
};
