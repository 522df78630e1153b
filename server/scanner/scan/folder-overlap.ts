import { realpath, stat } from 'node:fs/promises';
import { dirname, posix, win32 } from 'node:path';

import { plainPath } from '../../paths/windows-long-path.ts';
import { withTimeout } from '../../lib/with-timeout.ts';

const probeTimeoutMs = 300;

/** Identifies a folder by device and inode; null if it is inaccessible. */
export type FolderIdentity = (path: string) => Promise<string | null>;

const identityOf: FolderIdentity = (path) =>
  withTimeout(
    stat(path, { bigint: true }).then(
      // Some network drives report no inodes.
      ({ dev, ino }) => (ino === 0n ? null : `${dev}:${ino}`),
      () => null,
    ),
    probeTimeoutMs,
    null,
  );

/** Resolves links; returns the path itself if it cannot be resolved. */
const realFolder = (path: string): Promise<string> =>
  withTimeout(
    realpath(path).catch(() => path),
    probeTimeoutMs,
    path,
  );

/**
 * Whether two folders are equal or nested, however their paths are written: through links, in
 * different case or Unicode normalisation. The file system decides, because a Mac can have
 * case-sensitive drives and Linux case-insensitive ones; inaccessible folders are compared by the
 * system's usual rules.
 */
export const foldersOverlap = async (
  first: string,
  second: string,
  { identity = identityOf, platform = process.platform } = {},
): Promise<boolean> => {
  const [a, b] = await Promise.all([realFolder(first), realFolder(second)]);
  const touchAs = (folds: boolean) =>
    isWithin(a, b, platform, folds) || isWithin(b, a, platform, folds);
  if (touchAs(false)) return true;
  const known = await Promise.all([identity(a), identity(b)]);
  if (known.includes(null) && touchAs(foldsNames(platform))) return true;
  return (await isSameAsOneAbove(a, b, identity)) || (await isSameAsOneAbove(b, a, identity));
};

/**
 * Whether a path equals or is below another, by text only. Ignores case and normalisation on
 * Windows and macOS, but not elsewhere.
 */
export const isPathWithin = (
  outer: string,
  inner: string,
  platform: NodeJS.Platform = process.platform,
): boolean => isWithin(outer, inner, platform, foldsNames(platform));

/** Whether the platform's drives usually ignore case and normalisation. */
const foldsNames = (platform: NodeJS.Platform): boolean =>
  platform === 'win32' || platform === 'darwin';

const isWithin = (
  outer: string,
  inner: string,
  platform: NodeJS.Platform,
  folds: boolean,
): boolean => {
  const { relative, isAbsolute, sep } = platform === 'win32' ? win32 : posix;
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
