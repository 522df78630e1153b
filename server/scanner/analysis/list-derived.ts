import { statSync } from 'node:fs';

import { derivedListing } from '../../media/derived-epub/derived-listing.ts';
import { openBook } from '../../media/formats/open-book.ts';
import { type BookListing, emptyListing } from '../../media/formats/parsed-book.ts';
import type { Limits } from '../../media/limits.ts';
import { MediaError } from '../../media/media-error.ts';
import type { PageSource } from '../../media/pages/page-source.ts';
import { documentHash } from './document-hash.ts';
import { analyzeZipPages, isTemporary } from './page-analysis.ts';

/** The contents of a book that is read through an EPUB, or why it cannot be made. */
export interface DerivedContents {
  listing: Pick<BookListing, 'pages' | 'cover' | 'publication'>;
  error: string | null;
  /** KOReader's hash of the EPUB, which people can read there as well. */
  epub_hash?: string | null;
  /** Bytes of the EPUB. */
  epub_size?: number;
}

/** Makes the EPUB of a file, lists it and analyses its pages. Throws MediaError for what is temporary. */
export const listDerived = async (
  path: string,
  { source, limits }: { source: Pick<PageSource, 'epubOf'>; limits: Limits },
): Promise<DerivedContents> => {
  try {
    const epub = await source.epubOf(path);
    const { size: epub_size } = statSync(epub);
    const { error, ...listed } = await openBook(epub, epub_size, limits);
    const pages = analyzeZipPages(epub, listed.pages, limits);
    const listing = derivedListing({ ...listed, pages });
    return { listing, error, epub_hash: documentHash(epub), epub_size };
  } catch (error) {
    if (!(error instanceof MediaError) || isTemporary(error)) throw error;
    return { listing: emptyListing, error: error.message };
  }
};
