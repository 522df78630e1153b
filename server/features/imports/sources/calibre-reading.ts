import { clamp } from '../../../../shared/clamp.ts';
import type { ForeignDatabase } from '../../../lib/foreign-database/foreign-database.ts';
import type { ImportRecord } from '../model.ts';
import type { CustomValues } from './calibre-columns.ts';
import { fileId, idsOf, textOfHtml } from './calibre-values.ts';
import { countOf, foreignText, idOf, instantOf, jsonOf, numberOf } from './values.ts';

type Row = Record<string, unknown>;
type Files = ReadonlyMap<string, Row[]>;

/** Id of the only reader of a calibre library. */
export const calibreReader = 'calibre';

/** Reading positions, annotations, ratings and reviews of a library. */
export async function* calibreReading(
  database: ForeignDatabase,
  files: Files,
  custom: CustomValues,
): AsyncGenerator<ImportRecord[]> {
  yield* positions(database, files);
  const rows = await database.all<Row>('SELECT id, last_modified FROM books');
  const modified = new Map(
    rows.map((row) => [idOf(row['id']), instantOf(row['last_modified'])] as const),
  );
  yield customReadings(files, custom, modified);
  yield* annotations(database, files);
  yield* ratings(database, files, custom);
}

async function* positions(database: ForeignDatabase, files: Files): AsyncGenerator<ImportRecord[]> {
  if (!database.has('last_read_positions')) return;
  const rows = database.batches<Row>(
    `SELECT book, format, device, max(epoch) AS epoch, pos_frac FROM last_read_positions
     GROUP BY book, format`,
  );
  for await (const batch of rows) {
    yield batch.flatMap((row): ImportRecord[] => {
      const book = fileId(row['book'], row['format']);
      const share = numberOf(row['pos_frac']);
      const read_at = instantOf(numberOf(row['epoch']));
      if (share === null || read_at === null || !idsOf(files, row['book']).includes(book))
        return [];
      const is_completed = share >= 1;
      return [
        {
          kind: 'progress',
          id: book,
          ...{ person: calibreReader, book, is_completed, read_at, started_at: read_at },
          ...{ page: null, pages: null, locator: null },
          share: clamp(share, 0, 1),
          completed_at: is_completed ? read_at : null,
          device: { id: '', name: foreignText(row['device'], 255) ?? 'calibre' },
        },
      ];
    });
  }
}

/** Reading positions and completions from custom columns. */
const customReadings = (
  files: Files,
  { read, progress, finished }: CustomValues,
  modified: ReadonlyMap<string, string | null>,
): ImportRecord[] =>
  [...new Set([...read, ...progress.keys(), ...finished.keys()])].flatMap((book) => {
    const done = finished.get(book) ?? null;
    const share = progress.get(book) ?? null;
    const is_completed = read.has(book) || done !== null || share === 1;
    if (!is_completed && (share === null || share === 0)) return [];
    const read_at = done ?? modified.get(book) ?? new Date(0).toISOString();
    return idsOf(files, book).map((id): ImportRecord => ({
      kind: 'progress',
      id: `${id}/columns`,
      ...{ person: calibreReader, book: id, is_completed, read_at, started_at: read_at },
      ...{ page: null, pages: null, locator: null, device: null },
      share: is_completed ? 1 : share,
      completed_at: is_completed ? read_at : null,
    }));
  });

interface Annotation {
  title?: unknown;
  highlighted_text?: unknown;
  notes?: unknown;
  pos_frac?: unknown;
  removed?: unknown;
}

async function* annotations(
  database: ForeignDatabase,
  files: Files,
): AsyncGenerator<ImportRecord[]> {
  if (!database.has('annotations')) return;
  const rows = database.batches<Row>(
    'SELECT id, book, format, annot_type, annot_data, timestamp FROM annotations',
  );
  for await (const batch of rows) {
    yield batch.flatMap((row): ImportRecord[] => {
      const book = fileId(row['book'], row['format']);
      const made = instantOf(numberOf(row['timestamp']));
      const data = (jsonOf(row['annot_data']) ?? {}) as Annotation;
      const isMark = row['annot_type'] === 'bookmark' || row['annot_type'] === 'highlight';
      if (!isMark || made === null || data.removed !== undefined) return [];
      if (!idsOf(files, row['book']).includes(book)) return [];
      const share = numberOf(data.pos_frac);
      return [
        {
          kind: 'annotation',
          id: idOf(row['id']),
          ...{ person: calibreReader, book, page: null, pages: null, locator: null },
          type: row['annot_type'] === 'highlight' ? 'highlight' : 'bookmark',
          share: share !== null && share >= 0 && share <= 1 ? share : null,
          text: foreignText(data.highlighted_text, 4096),
          note: foreignText(data.notes, 16_384) ?? foreignText(data.title, 16_384),
          color: row['annot_type'] === 'highlight' ? 'yellow' : null,
          created_at: made,
          updated_at: made,
        },
      ];
    });
  }
}

/** Ratings of calibre have ten steps, like those of Octavo. */
async function* ratings(
  database: ForeignDatabase,
  files: Files,
  { reviews }: CustomValues,
): AsyncGenerator<ImportRecord[]> {
  const rows = database.batches<Row>(
    `SELECT b.id AS book, b.last_modified, (SELECT max(r.rating) FROM books_ratings_link l
       JOIN ratings r ON r.id = l.rating WHERE l.book = b.id) AS rating FROM books b`,
  );
  for await (const batch of rows) {
    yield batch.flatMap((row) => {
      const rating = countOf(row['rating']) ?? 0;
      const review = textOfHtml(reviews.get(idOf(row['book'])))?.slice(0, 5000) ?? null;
      if (rating < 1 && review === null) return [];
      return idsOf(files, row['book']).map((book): ImportRecord => ({
        kind: 'rating',
        id: book,
        ...{ person: calibreReader, series: null, book, review },
        rating: rating < 1 ? null : Math.min(rating, 10),
        rated_at: instantOf(row['last_modified']) ?? new Date(0).toISOString(),
      }));
    });
  }
}
