import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { AppError, notFound } from '../../../shared/errors.ts';
import { acceptNames } from '../../http/accept.ts';
import { anyReader, type ContentReader } from '../../http/content-reader.ts';
import type { Content } from '../../http/content.ts';
import { fileVersion } from '../../media/file-version.ts';
import { MediaError } from '../../media/media-error.ts';
import type { PageSource } from '../../media/pages/page-source.ts';
import { coverBox, type Thumbnails } from '../../media/thumbnails.ts';
import type { CoversStore } from './store.ts';

/**
 * Covers, at most 400 px wide, WebP or JPEG by the request's `accept` header; made on demand where
 * the background has not come to it. What the `reader` has
 * already is not read. Each throws NotFound where there is nothing to show.
 */
export interface CoversService {
  book(id: string, accept: string | undefined, reader?: ContentReader): Promise<Content>;
  /** The cover of the first book in order that can be read. */
  series(id: string, accept: string | undefined, reader?: ContentReader): Promise<Content>;
  /** The cover of the first series by name. */
  library(id: string, accept: string | undefined, reader?: ContentReader): Promise<Content>;
}

interface CoversServiceOptions {
  store: CoversStore;
  thumbnails: Pick<Thumbnails, 'get' | 'etag'>;
  pages: Pick<PageSource, 'read'>;
}

export const createCoversService = ({
  store,
  thumbnails,
  pages,
}: CoversServiceOptions): CoversService => {
  const book: CoversService['book'] = async (id, accept, reader = anyReader) => {
    const row = store.book(id);
    if (!row) throw notFound('Book', id);
    if (row.error !== null) throw noCover('Book', id, row.error);
    const file = join(row.library_path, ...row.path.split('/'));
    const sources = store.candidates(id).map((page) => () => pages.read(file, page, coverBox));
    const key = { id, version: fileVersion(row) };
    const format = acceptNames(accept, 'image/webp') ? 'webp' : 'jpeg';
    const etag = thumbnails.etag(key, format).replaceAll('"', '');
    const content = { media_type: `image/${format}`, etag, vary: 'accept' };
    if (reader.has(etag)) return { ...content, body: null };
    try {
      const { path } = await thumbnails.get(key, sources, format, reader.signal);
      return { ...content, body: await readFile(path) };
    } catch (error) {
      if (error instanceof MediaError) throw noCover('Book', id, error.message);
      throw error;
    }
  };

  return {
    book,
    series: async (id, accept, reader) => {
      const first = store.ofSeries(id);
      if (!first) throw notFound('Series', id);
      if (first.book_id === null) throw noCover('Series', id, 'No book of it can be read.');
      return book(first.book_id, accept, reader);
    },
    library: async (id, accept, reader) => {
      const first = store.ofLibrary(id);
      if (!first) throw notFound('Library', id);
      if (first.book_id === null) throw noCover('Library', id, 'No book of it can be read.');
      return book(first.book_id, accept, reader);
    },
  };
};

const noCover = (kind: string, id: string, reason: string): AppError =>
  new AppError('NotFound', `${kind} ${id} has no cover. ${reason}`);
