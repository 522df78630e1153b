import { closeSync, fstatSync } from 'node:fs';
import { join } from 'node:path';

import type { Limits } from '../limits.ts';
import { faultOfFile, MediaError } from '../media-error.ts';
import { openRegularSync } from '../regular-file.ts';
import type { FolderPage } from '../stored-page.ts';
import { readFully } from '../zip/read-fully.ts';
import { imageTypeOfPage, selectPages } from './archive-entries.ts';
import { readComicDocuments } from './comic-documents.ts';
import { type FolderEntry, folderFingerprint } from './folder-entries.ts';
import { arrangePages } from './page-order.ts';
import { emptyListing, type ParsedBook } from './parsed-book.ts';

/** The whole file; its size was checked when it was listed. */
const readFileOf = (path: string): Buffer => {
  const fd = openRegularSync(path);
  try {
    return readFully(fd, 0, fstatSync(fd).size);
  } finally {
    closeSync(fd);
  }
};

/**
 * Lists a folder of page images; `entries` are its files that belong to the book. An unreadable
 * folder is returned with `error` set. Throws only MediaError `unavailable`.
 */
export const openFolderBook = async (
  folder: string,
  entries: readonly FolderEntry[],
  limits: Limits,
): Promise<ParsedBook> => {
  const common = {
    ...emptyListing,
    format: 'folder' as const,
    fingerprint: folderFingerprint(entries),
    note: null,
  };
  try {
    if (entries.length > limits.archive_entries) {
      throw new MediaError(
        'too_large',
        `The folder contains ${entries.length} images, more than the ${limits.archive_entries} that a book can have. Divide it into several folders.`,
      );
    }
    const files = entries.map(({ name, size }) => ({
      name,
      size,
      encrypted: false,
      directory: false,
      symlink: false,
    }));
    const found = selectPages(files).map(({ name, size }): FolderPage => ({
      source: 'folder',
      filename: name,
      media_type: imageTypeOfPage(name),
      width: null,
      height: null,
      file_size: size,
    }));
    const read = ({ name }: (typeof files)[number]) => readFileOf(join(folder, name));
    const { metadata, pages } = await readComicDocuments(files, read, limits);
    return { ...common, ...arrangePages(found, pages), metadata, error: null };
  } catch (error) {
    return { ...common, error: faultOfFile(error).message };
  }
};
