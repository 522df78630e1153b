import { extname } from 'node:path';

import { badField } from '../../shared/errors.ts';
import { isJunkName } from './junk-names.ts';
import { truncateFileName } from './truncate-file-name.ts';
import { isOddOnWindows } from './windows-names.ts';

/**
 * The name of a file that every system accepts: composed characters, none that Windows forbids, no
 * spaces or dots before the extension. Throws BadRequest for paths, hidden names and device names.
 */
export const safeFileName = (given: string): string => {
  if (/[\\/]/.test(given)) {
    throw badField('body.name', 'The name of a file cannot contain folders');
  }
  const text = given
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cs}<>:"|?*]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const extension = extname(text);
  const name = text.slice(0, text.length - extension.length).replace(/[. ]+$/, '') + extension;
  if (isJunkName(name)) {
    throw badField('body.name', 'Scans skip names that begin with a dot. Rename the file.');
  }
  if (isOddOnWindows(name)) {
    throw badField('body.name', `A file cannot be named "${name}" on every drive`);
  }
  return truncateFileName(name);
};

/** `Saga 1.cbz` → `Saga 1 (2).cbz`, or the next number whose name `isTaken` does not know. */
export const freeFileName = (name: string, isTaken: (name: string) => boolean): string => {
  const extension = extname(name);
  const stem = name.slice(0, name.length - extension.length);
  for (let count = 2; ; count += 1) {
    const candidate = truncateFileName(`${stem} (${count})${extension}`);
    if (!isTaken(candidate)) return candidate;
  }
};
