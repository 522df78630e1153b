import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { LRUCache } from 'lru-cache';

import type { PageText } from '../../../shared/api/pages.ts';
import { notFound } from '../../../shared/errors.ts';
import { type FileStamp, isSameFile, stampOf } from '../../media/file-stamp.ts';
import { bookStem } from '../../media/formats/format-of.ts';
import { faultOfFile } from '../../media/media-error.ts';
import {
  maxMokuroBytes,
  parseMokuro,
  recognisedPage,
  type RecognisedBook,
  type RecognisedPage,
} from '../../media/mokuro/mokuro.ts';
import { openRegular } from '../../media/regular-file.ts';
import { pathInLibrary } from '../../paths/path-in-library.ts';
import { mediaErrorToAppError } from '../media-error.ts';
import type { PagesStore } from './store.ts';

interface PageTextsOptions {
  store: Pick<PagesStore, 'book' | 'page'>;
  /** Limits concurrent reads per volume. */
  gated: <Result>(path: string, read: () => Promise<Result>) => Promise<Result>;
}

const extension = '.mokuro';

/** Reads the text of pages that mokuro recognised, from the file beside the book. */
export const createPageTexts = ({ store, gated }: PageTextsOptions) => {
  const known = new LRUCache<string, { stamp: FileStamp; book: RecognisedBook | null }>({ max: 8 });

  /** Opens, reads and parses a file; a version that was parsed is not read again. */
  const parsed = async (file: string): Promise<RecognisedBook | null> => {
    const handle = await openRegular(file);
    try {
      const stamp = stampOf(await handle.stat({ bigint: true }));
      const before = known.get(file);
      if (before && isSameFile(before.stamp, stamp)) return before.book;
      const book = stamp.size > maxMokuroBytes ? null : parseMokuro(await handle.readFile());
      known.set(file, { stamp, book });
      return book;
    } finally {
      await handle.close();
    }
  };

  const bookBeside = async (path: string): Promise<RecognisedBook | null> => {
    const folder = dirname(path);
    const wanted = `${bookStem(basename(path))}${extension}`;
    try {
      return await parsed(join(folder, wanted));
    } catch (error) {
      faultOfFile(error);
    }
    try {
      const other = (await readdir(folder)).find(
        (entry) => entry !== wanted && entry.toLowerCase() === wanted.toLowerCase(),
      );
      return other === undefined ? null : await parsed(join(folder, other));
    } catch (error) {
      faultOfFile(error);
      return null;
    }
  };

  return {
    /** The text of the 1-indexed page; null if there is no such file. */
    text: async (bookId: string, pageNumber: number): Promise<PageText | null> => {
      const book = store.book(bookId);
      if (!book) throw notFound('Book', bookId);
      const index = pageNumber - 1;
      const page = store.page(book.pk, index);
      if (!page) throw notFound('Page', `${pageNumber} of book ${bookId}`);
      const path = pathInLibrary(book);
      try {
        const found = await gated(path, () => bookBeside(path));
        if (!found) return null;
        const { filename } = page;
        const read = recognisedPage(found, { filename, index, count: book.page_count });
        return { language: found.language, ...(read ? withoutImage(read) : empty) };
      } catch (error) {
        throw await mediaErrorToAppError(error, book.library_path);
      }
    },
  };
};

export type PageTexts = ReturnType<typeof createPageTexts>;

const withoutImage = ({ width, height, blocks }: RecognisedPage) => ({ width, height, blocks });

/** A page without text. */
const empty = { width: 1, height: 1, blocks: [] };
