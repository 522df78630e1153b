import { posix, win32 } from 'node:path';

import { badField } from '../../shared/errors.ts';
import { plainPath } from './native-path.ts';
import { isOddOnWindows } from './windows-names.ts';

/**
 * The path that somebody names in `field` of a request, in its one usual spelling: absolute, without dots and
 * slashes at its end. Throws BadRequest with the sentence of `pathProblem`.
 */
export const givenPath = (
  given: string,
  field: string,
  platform: NodeJS.Platform = process.platform,
): string => {
  const problem = pathProblem(given, platform);
  if (problem !== null) throw badField(field, problem);
  return rulesOf(platform).resolve(plainPath(given, platform) ?? given);
};

/** The same for a folder that is made where it is not there. Throws with the sentence of `newFolderProblem` too. */
export const givenFolder = (
  given: string,
  field: string,
  platform: NodeJS.Platform = process.platform,
): string => {
  const problem = newFolderProblem(given, platform);
  if (problem !== null) throw badField(field, problem);
  return givenPath(given, field, platform);
};

/** A sentence on why a path cannot be used: it is not absolute, or names a device or a stream of a file. */
export const pathProblem = (
  given: string,
  platform: NodeJS.Platform = process.platform,
): string | null => {
  const notAbsolute = `The path "${given}" is not absolute`;
  if (!rulesOf(platform).isAbsolute(given) || given.includes('\0')) return notAbsolute;
  if (platform !== 'win32') return null;
  const plain = plainPath(given, platform);
  if (plain === null) return `"${given}" names a device. Use a drive letter or a network folder`;
  // A path without a drive would depend on the folder in which the server was started.
  const root = /^([a-z]:\\|\\\\[^\\]+\\[^\\]+)/i.exec(plain)?.[0];
  if (root === undefined) return notAbsolute;
  const names = plain.slice(root.length);
  return names.includes(':') ? `"${given}" names a stream of a file, not a place for files` : null;
};

/**
 * A sentence on why no folder is made at a path: beside `pathProblem`, it goes up with `..`, or has a name that
 * Windows takes for another, so that nobody could open or remove it there.
 */
export const newFolderProblem = (
  given: string,
  platform: NodeJS.Platform = process.platform,
): string | null => {
  const problem = pathProblem(given, platform);
  if (problem !== null) return problem;
  const names = given.split(platform === 'win32' ? /[\\/]/ : '/').filter((name) => name !== '');
  if (names.includes('..')) return `The path "${given}" goes up with "..". Name the folder itself`;
  const odd = platform === 'win32' ? names.find((name) => name !== '.' && isOdd(name)) : undefined;
  return odd === undefined ? null : `Windows cannot make a folder named "${odd}". Choose another`;
};

/** `?` and `.` begin the long form of a path. */
const isOdd = (name: string): boolean => isOddOnWindows(name) || /[<>"|*]/.test(name);

const rulesOf = (platform: NodeJS.Platform) => (platform === 'win32' ? win32 : posix);
