import { posix, win32 } from 'node:path';
import { fileURLToPath } from 'node:url';

import { formatOf } from '../../server/media/formats/format-of.ts';
import { pathProblem } from '../../server/paths/parse-user-path.ts';
import { linkScheme } from './deep-links.ts';

/** The targets to show, from a start of the application. */
export interface LaunchRequest {
  /** Absolute paths of books. */
  files: string[];
  /** Unparsed links to the application. */
  links: string[];
}

/** Maximum books opened at once. */
export const maxFiles = 10;

/**
 * Parses the command-line arguments: books as paths relative to the working directory or as `file:`
 * URLs (used by Linux desktops), or a single link. All other arguments belong to Chromium or the
 * shell. A link can come from an untrusted page, so arguments beside it are ignored.
 */
export const readArguments = (
  given: readonly string[],
  workingDirectory: string,
  platform: NodeJS.Platform,
): LaunchRequest => {
  const { resolve } = platform === 'win32' ? win32 : posix;
  const links = given.filter(isLink).slice(0, 1);
  if (links.length > 0) return { files: [], links };
  const files = given.flatMap((argument) => {
    const path = /^file:/i.test(argument) ? ownPathOf(argument, platform) : argument;
    if (path === null || /^-|\0/.test(path) || formatOf(path) === null) return [];
    const absolute = resolve(workingDirectory, path);
    return pathProblem(absolute, platform) === null ? [absolute] : [];
  });
  return { files: [...new Set(files)].slice(0, maxFiles), links };
};

/** Local files only: for any other host, Windows would send credentials to it. */
const ownPathOf = (address: string, platform: NodeJS.Platform): string | null =>
  URL.parse(address)?.host === '' ? pathOf(address, platform) : null;

const isLink = (argument: string): boolean => argument.toLowerCase().startsWith(`${linkScheme}:`);

/** Null unless the URL names a file; one on another host has a path on Windows only. */
export const pathOf = (address: string, platform: NodeJS.Platform): string | null => {
  try {
    return fileURLToPath(address, { windows: platform === 'win32' });
  } catch {
    return null;
  }
};
