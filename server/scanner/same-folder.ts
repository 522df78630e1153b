import { realpath, stat } from 'node:fs/promises';
import { dirname, posix, win32 } from 'node:path';

import { plainPath } from '../paths/native-path.ts';
import { withTimeLimit } from '../tasks/time-limit.ts';

const glanceMs = 300;

/** What tells a folder from all others: its device and number; null while it cannot be looked at. */
export type FolderIdentity = (path: string) => Promise<string | null>;

const identityOf: FolderIdentity = (path) =>
  withTimeLimit(
    stat(path, { bigint: true }).then(
      // Some network drives number nothing.
      ({ dev, ino }) => (ino === 0n ? null : `${dev}:${ino}`),
      () => null,
    ),
    glanceMs,
    null,
  );

/** Where a path really leads; the path itself while it cannot be followed. */
const realFolder = (path: string): Promise<string> =>
  withTimeLimit(
    realpath(path).catch(() => path),
    glanceMs,
    path,
  );

/**
 * Whether two folders are the same or one lies in the other, however their paths are written: through links, in
 * another case where the drive does not tell them apart, composed or decomposed.
 */
export const foldersTouch = async (
  first: string,
  second: string,
  { identity = identityOf, platform = process.platform } = {},
): Promise<boolean> => {
  const [a, b] = await Promise.all([realFolder(first), realFolder(second)]);
  return (
    isPathWithin(a, b, platform) ||
    isPathWithin(b, a, platform) ||
    (await isSameAsOneAbove(a, b, identity)) ||
    (await isSameAsOneAbove(b, a, identity))
  );
};

/**
 * Whether a path is another or lies below it by its text alone. On Windows and macOS letters of another case
 * and decomposed ones name the same folder; elsewhere they may be two.
 */
export const isPathWithin = (
  outer: string,
  inner: string,
  platform: NodeJS.Platform = process.platform,
): boolean => {
  const { relative, isAbsolute, sep } = platform === 'win32' ? win32 : posix;
  const folds = platform === 'win32' || platform === 'darwin';
  const key = (path: string) => {
    const plain = plainPath(path, platform) ?? path;
    return folds ? plain.normalize('NFC').toLowerCase() : plain;
  };
  const way = relative(key(outer), key(inner));
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
};

const isSameAsOneAbove = async (
  outer: string,
  inner: string,
  identity: FolderIdentity,
): Promise<boolean> => {
  const sought = await identity(outer);
  if (sought === null) return false;
  for (let path = inner; ; path = dirname(path)) {
    if ((await identity(path)) === sought) return true;
    if (dirname(path) === path) return false;
  }
};
