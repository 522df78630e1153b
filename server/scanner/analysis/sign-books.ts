import { readFile } from 'node:fs/promises';

import { CancelledError, type JobContext } from '../../jobs/job-context.ts';
import { forEachInIdleLanes } from '../../lib/idle-lanes.ts';
import { fileVersion } from '../../media/file-version.ts';
import { pageHash } from '../../media/page-hash.ts';
import { isImagePage } from '../../media/stored-page.ts';
import { thumbnailPath } from '../../media/cover-files.ts';
import { decodePages } from '../../media/page-json.ts';
import { pageSizesOf } from './book-signature.ts';
import type { SignatureStore, SignedBook, UnsignedBook } from './signature-store.ts';

const coverHash = async (
  book: UnsignedBook,
  { thumbnailsDir, limits }: Pick<JobContext, 'thumbnailsDir' | 'limits'>,
): Promise<string | null> => {
  const key = { id: book.id, version: fileVersion(book) };
  let cover: Buffer;
  try {
    cover = await readFile(thumbnailPath(thumbnailsDir, key, 'webp'));
  } catch {
    return null;
  }
  return pageHash(cover, limits);
};

/**
 * Computes the signatures of new books from what the database knows of their pages and from their
 * stored covers, without reading a book.
 */
export const signBooks = async (
  store: SignatureStore,
  context: Pick<JobContext, 'thumbnailsDir' | 'limits' | 'cancelled'>,
  onSigned: (count: number) => void,
): Promise<void> => {
  let count = 0;
  let books = store.unsignedAfter(0);
  while (books.length > 0) {
    const signed: SignedBook[] = [];
    await forEachInIdleLanes(books, async (book) => {
      if (context.cancelled()) throw new CancelledError();
      const images = decodePages(book.pages).filter(isImagePage);
      signed.push({
        pk: book.pk,
        fingerprint: book.fingerprint,
        page_count: images.length,
        page_sizes: pageSizesOf(images),
        cover_hash: images.length > 0 ? await coverHash(book, context) : null,
      });
      onSigned((count += 1));
    });
    store.saveSignatures(signed);
    books = store.unsignedAfter(books.at(-1)?.pk ?? 0);
  }
};
