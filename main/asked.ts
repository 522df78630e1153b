import { posix, win32 } from 'node:path';
import { fileURLToPath } from 'node:url';

import { bookExtensions as extensions, formatOf } from '../server/media/formats/format-of.ts';
import { linkScheme } from './links.ts';

/** What a person wants to see, by a start of the application. */
export interface Asked {
  /** Absolute paths of books. */
  files: string[];
  /** Links to the application, unread. */
  links: string[];
}

/** Without the dot, for dialogs. */
export const bookExtensions = extensions.map((extension) => extension.slice(1));

/** Nobody means to open more books than this at once. */
export const maxFiles = 10;

/**
 * What the arguments of a start name: books by their paths, from the folder where the start was made, or
 * by `file:` addresses as Linux desktops give them, and links. Everything else among them is for Chromium
 * or for us.
 */
export const readArguments = (
  given: readonly string[],
  workingDirectory: string,
  platform: NodeJS.Platform,
): Asked => {
  const { resolve } = platform === 'win32' ? win32 : posix;
  const files = given.flatMap((argument) => {
    const path = argument.startsWith('file:') ? pathOf(argument, platform) : argument;
    const isBook = path !== null && !/^-|\0/.test(path) && formatOf(path) !== null;
    return isBook && !isLink(argument) ? [resolve(workingDirectory, path)] : [];
  });
  return { files: [...new Set(files)].slice(0, maxFiles), links: given.filter(isLink).slice(0, 1) };
};

const isLink = (argument: string): boolean => argument.toLowerCase().startsWith(`${linkScheme}:`);

/** Null for an address of another machine, or none at all. */
export const pathOf = (address: string, platform: NodeJS.Platform): string | null => {
  try {
    return fileURLToPath(address, { windows: platform === 'win32' });
  } catch {
    return null;
  }
};
