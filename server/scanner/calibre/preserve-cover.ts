import { join } from 'node:path';

import { maxCoverUploadBytes } from '../../../shared/api/cover-uploads.ts';
import { maxCoverUploads } from '../../../shared/api/covers.ts';
import type { Database } from '../../database/types.ts';
import type { JobContext } from '../../jobs/job-context.ts';
import { createCoverUploads } from '../../media/cover-uploads.ts';
import { MediaError } from '../../media/media-error.ts';
import { decodePage } from '../../media/page-json.ts';
import type { StoredPage } from '../../media/stored-page.ts';
import { toLongPath } from '../../paths/windows-long-path.ts';
import type { KnownBook } from '../scan/file-matching.ts';

type Choice = { upload: string } | { page: number };

const bounds = { count: maxCoverUploads, bytes: maxCoverUploadBytes };
/** Size at which a page of a PDF is drawn, pixels. */
const box = { width: 1200, height: 1800 };

const createCoverChoiceStore = (database: Database) => {
  const choice = database
    .prepare<[number], string | null>('SELECT cover_choice FROM books WHERE pk = ?')
    .pluck();
  const seriesChoices = database.prepare<[string], { pk: number; id: string; page: number }>(
    `SELECT s.pk, s.id, s.cover_choice ->> 'page' AS page FROM books b JOIN series s ON s.pk = b.series_pk
     WHERE b.id = ? AND s.cover_choice ->> 'book_id' = b.id AND s.cover_choice ->> 'page' IS NOT NULL`,
  );
  const page = database
    .prepare<{ pk: number; at: string }, string | null>(
      'SELECT pages -> @at FROM book_pages WHERE book_pk = @pk',
    )
    .pluck();
  const choose = (table: 'books' | 'series') =>
    database.prepare<{ pk: number; upload: string }>(
      `UPDATE ${table} SET cover_choice = json_object('upload', @upload), cover_ratio = NULL WHERE pk = @pk`,
    );
  const [chooseBook, chooseSeries] = [choose('books'), choose('series')];
  return {
    choiceOf: (pk: number): Choice | null => JSON.parse(choice.get(pk) ?? 'null') as Choice | null,
    /** The series that has a page of the book as its cover. */
    seriesOf: (id: string) => seriesChoices.get(id),
    /** A page of a book, 1-indexed. */
    page: (pk: number, number: number): StoredPage | null =>
      decodePage(page.get({ pk, at: `$[${number - 1}]` })),
    chooseBook: (pk: number, upload: string) => void chooseBook.run({ pk, upload }),
    chooseSeries: (pk: number, upload: string) => void chooseSeries.run({ pk, upload }),
  };
};

/**
 * Keeps the chosen covers of a book whose other file is read from now on: such pages become
 * uploaded images, because the other format numbers its pages differently.
 */
export const createCoverPreserver = (
  { database, coversDir, limits, readers }: JobContext,
  root: string,
) => {
  const store = createCoverChoiceStore(database);
  const uploads = createCoverUploads({ dir: coversDir, limits: () => limits });

  const copy = async (book: KnownBook, choice: Choice, id: string): Promise<string | null> => {
    if ('upload' in choice) return uploads.copy({ id: book.id, upload: choice.upload }, id, bounds);
    const page = store.page(book.pk, choice.page);
    if (!page) return null;
    const { pages } = await readers();
    return uploads.save(id, await pages.read(toLongPath(join(root, book.path)), page, box), bounds);
  };
  /** The name of the image beside those of another record; null if it cannot be read or kept. */
  const keep = async (...cover: Parameters<typeof copy>): Promise<string | null> => {
    try {
      return await copy(...cover);
    } catch (error) {
      if (error instanceof MediaError || (error as NodeJS.ErrnoException).code === 'ENOENT')
        return null;
      throw error;
    }
  };

  return async (book: KnownBook, into: KnownBook): Promise<void> => {
    const series = store.seriesOf(book.id);
    if (series) {
      const upload = await keep(book, { page: series.page }, series.id);
      if (upload !== null) store.chooseSeries(series.pk, upload);
    }
    const choice = store.choiceOf(book.pk);
    const own = store.choiceOf(into.pk);
    const isOwn = book.pk === into.pk;
    if (choice === null || (isOwn ? 'upload' in choice : own !== null)) return;
    const upload = await keep(book, choice, into.id);
    if (upload !== null) store.chooseBook(into.pk, upload);
  };
};
