import { posix, win32 } from 'node:path';

import { badField } from '../../shared/errors.ts';
import { plainPath } from './windows-long-path.ts';
import { isOddOnWindows } from './windows-names.ts';

/**
 * Normalises the path in `field` of a request: absolute, without dot segments and trailing slashes.
 * Throws BadRequest with the message of `pathProblem`.
 */
export const parseUserPath = (
  given: string,
  field: string,
  platform: NodeJS.Platform = process.platform,
): string => {
  const problem = pathProblem(given, platform);
  if (problem !== null) throw badField(field, problem);
  return rulesOf(platform).resolve(plainPath(given, platform) ?? given);
};

/**
 * The same for a folder that is created if missing. Also throws with the message of
 * `newFolderProblem`.
 */
export const parseUserFolder = (
  given: string,
  field: string,
  platform: NodeJS.Platform = process.platform,
): string => {
  const problem = newFolderProblem(given, platform);
  if (problem !== null) throw badField(field, problem);
  return parseUserPath(given, field, platform);
};

/**
 * Why a path is unusable, as a message: it is relative, or names a device or an alternate data
 * stream.
 */
export const pathProblem = (
  given: string,
  platform: NodeJS.Platform = process.platform,
): string | null => {
  if (given.includes('\0')) return 'The path contains a character that is not allowed in paths';
  const notAbsolute = foreignProblem(given, platform) ?? `The path "${given}" is not absolute`;
  if (!rulesOf(platform).isAbsolute(given)) return notAbsolute;
  if (platform !== 'win32') return null;
  const plain = plainPath(given, platform);
  if (plain === null) return `"${given}" names a device. Use a drive letter or a network folder.`;
  // A path without a drive would depend on the working directory.
  const root = /^([a-z]:\\|\\\\[^\\]+\\[^\\]+)/i.exec(plain)?.[0];
  if (root === undefined) return notAbsolute;
  const names = plain.slice(root.length);
  return names.includes(':') ? `"${given}" names a stream of a file, not a folder` : null;
};

/**
 * Why a folder cannot be created at a path, as a message: besides `pathProblem`, it contains `..`,
 * or a name that Windows would change, so that it could not be opened or deleted there.
 */
export const newFolderProblem = (
  given: string,
  platform: NodeJS.Platform = process.platform,
): string | null => {
  const problem = pathProblem(given, platform);
  if (problem !== null) return problem;
  const names = given.split(platform === 'win32' ? /[\\/]/ : '/').filter((name) => name !== '');
  if (names.includes('..')) return `The path "${given}" goes up with "..". Name the folder itself.`;
  const odd = platform === 'win32' ? names.find((name) => name !== '.' && isOdd(name)) : undefined;
  return odd === undefined ? null : `Windows cannot make a folder named "${odd}". Choose another.`;
};

/**
 * Why a path of another system, or the address of a network folder, is unusable, as a message that
 * says what to enter instead; null for anything else.
 */
const foreignProblem = (given: string, platform: NodeJS.Platform): string | null => {
  const isAddress = /^(smb|cifs|nfs|afp|s?ftp|davs?|https?):/i.test(given);
  if (platform === 'win32') {
    return isAddress
      ? `"${given}" is an address. Enter the network folder as \\\\server\\folder, or connect it as a drive.`
      : null;
  }
  if (isAddress || /^\\\\[^\\.?][^\\]*\\[^\\]/.test(given)) {
    return `"${given}" is a network folder. Mount it on the server and enter the path where it is mounted.`;
  }
  return /^[a-z]:[\\/]/i.test(given)
    ? `"${given}" is a path of Windows, which the server does not run on. Enter a path of the server.`
    : null;
};

/** `?` and `.` start the long form of a path. */
const isOdd = (name: string): boolean => isOddOnWindows(name) || /[<>"|*]/.test(name);

const rulesOf = (platform: NodeJS.Platform) => (platform === 'win32' ? win32 : posix);
