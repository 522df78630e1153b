import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { LRUCache } from 'lru-cache';

import type { PageText } from '../../../shared/api/pages.ts';
import { notFound } from '../../../shared/errors.ts';
import { type FileStamp, isSameFile, stampOf } from '../../media/file-stamp.ts';
import { bookStem } from '../../media/formats/format-of.ts';
import { createSingleFlight } from '../../lib/single-flight.ts';
import { faultOfFile, MediaError } from '../../media/media-error.ts';
import { maxMokuroBytes, recognisedPage, type RecognisedBook } from '../../media/mokuro/mokuro.ts';
import { openRegular } from '../../media/regular-file.ts';
import type { ParseWorker } from '../../parse-worker/parse-worker.ts';
import { pathInLibrary } from '../../paths/path-in-library.ts';
import { mediaErrorToAppError } from '../media-error.ts';
import type { PagesStore } from './store.ts';

interface PageTextsOptions {
  store: Pick<PagesStore, 'book' | 'page'>;
  parser: Pick<ParseWorker, 'run'>;
  /** Limits concurrent reads per volume. */
  gated: <Result>(path: string, read: () => Promise<Result>) => Promise<Result>;
}

/** A file that was parsed before. */
interface ParsedFile {
  file: string;
  stamp: FileStamp;
  book: RecognisedBook | null;
}

interface UnparsedFile {
  file: string;
  stamp: FileStamp;
  /** Null if the file is too large. */
  bytes: Buffer | null;
}

type FoundFile = ParsedFile | UnparsedFile;

const extension = '.mokuro';

/** Reads the text of pages that mokuro recognised, from the file beside the book. */
export const createPageTexts = ({ store, parser, gated }: PageTextsOptions) => {
  const known = new LRUCache<string, ParsedFile>({ max: 8 });
  const flights = createSingleFlight();

  /** Reads a file, or finds what this version of it was parsed to. */
  const read = async (file: string): Promise<FoundFile> => {
    const handle = await openRegular(file);
    try {
      const stamp = stampOf(await handle.stat({ bigint: true }));
      const before = known.get(file);
      if (before && isSameFile(before.stamp, stamp)) return before;
      const bytes = stamp.size > maxMokuroBytes ? null : await handle.readFile();
      return { file, stamp, bytes };
    } finally {
      await handle.close();
    }
  };

  const fileBeside = async (path: string): Promise<FoundFile | null> => {
    const folder = dirname(path);
    const wanted = `${bookStem(basename(path))}${extension}`;
    try {
      return await read(join(folder, wanted));
    } catch (error) {
      faultOfFile(error);
    }
    try {
      const other = (await readdir(folder)).find(
        (entry) => entry !== wanted && entry.toLowerCase() === wanted.toLowerCase(),
      );
      return other === undefined ? null : await read(join(folder, other));
    } catch (error) {
      faultOfFile(error);
      return null;
    }
  };

  const parse = async ({ file, stamp, bytes }: UnparsedFile): Promise<RecognisedBook | null> => {
    let book: RecognisedBook | null = null;
    try {
      if (bytes) book = await parser.run('mokuro', bytes);
    } catch (error) {
      if (!(error instanceof MediaError)) throw error;
    }
    known.set(file, { file, stamp, book });
    return book;
  };

  const bookOf = (found: FoundFile): Promise<RecognisedBook | null> | RecognisedBook | null => {
    if ('book' in found) return found.book;
    const { size, mtimeMs } = found.stamp;
    return flights.run(`${found.file} ${size} ${mtimeMs}`, () => parse(found));
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
        const file = await gated(path, () => fileBeside(path));
        const found = file && (await bookOf(file));
        if (!found) return null;
        const { filename } = page;
        const read = recognisedPage(found, { filename, index, count: book.page_count });
        return { language: found.language, ...(read ?? empty) };
      } catch (error) {
        throw await mediaErrorToAppError(error, book.library_path);
      }
    },
  };
};

export type PageTexts = ReturnType<typeof createPageTexts>;

/** A page without text. */
const empty = { width: 1, height: 1, blocks: [] };
