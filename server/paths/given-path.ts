import { posix, win32 } from 'node:path';

import { badField } from '../../shared/errors.ts';
import { plainPath } from './native-path.ts';

/**
 * The path that somebody names in `field` of a request, in its one usual spelling: absolute, without dots and
 * slashes at its end. Throws BadRequest for a relative one and for one that names a device.
 */
export const givenPath = (
  given: string,
  field: string,
  platform: NodeJS.Platform = process.platform,
): string => {
  const { isAbsolute, resolve } = platform === 'win32' ? win32 : posix;
  if (!isAbsolute(given) || given.includes('\0')) {
    throw badField(field, `The path "${given}" is not absolute`);
  }
  const plain = plainPath(given, platform);
  if (plain === null) {
    throw badField(field, `"${given}" names a device. Use a drive letter or a network folder`);
  }
  return resolve(plain);
};
