import type { Book } from '../../../shared/api/book-record.ts';
import type { BookMetadata } from '../../../shared/api/books.ts';
import type { Database } from '../../database/types.ts';
import { folderRange } from '../../database/folder-range.ts';
import { jsonText, type ListPage } from '../../database/json.ts';
import { nextOnDeck } from '../../database/on-deck.ts';
import { userParameter, noReprepareText } from '../../database/planner-hints.ts';
import { limits, type Order, pageSql, rememberedValues } from '../../database/page-sql.ts';
import { createPageStarts } from '../../database/page-starts.ts';
import { createAddedDays } from './added-days.ts';
import { createFilteredBooks } from './filtered-books.ts';
import { createCompactBooks } from './compact-books.ts';
import {
  type BookView,
  bookPageJoins,
  bookRecord,
  bookSortKeys,
  bookFromJoins,
  contentBookSorts,
  readingOrder,
} from './record-sql.ts';
import { createRememberDocument } from './remember-document.ts';
import type { BookQuery } from './types.ts';

export interface StoredBookFile {
  library_path: string;
  path: string;
  filename: string;
  format: Book['format'];
  error: string | null;
}

export type BooksStore = ReturnType<typeof createBooksStore>;

const order = ({ sort }: BookQuery, readAt: string[] = []): Order => ({
  keys: sort.field === 'read_at' ? readAt : bookSortKeys[sort.field],
  direction: sort.direction,
  nullsLast: sort.field === 'own_rating' || sort.field === 'release_date',
});

const theLibrary = '(SELECT pk FROM libraries WHERE id = :library_id)';

const filters = (
  { library_id, series_id, added_from, added_before }: BookQuery,
  libraryColumn = 'b.library_pk',
): string =>
  (library_id ? ` AND ${libraryColumn} = ${theLibrary}` : '') +
  (series_id ? ' AND b.series_pk = (SELECT pk FROM series WHERE id = :series_id)' : '') +
  (added_from ? ' AND b.created_at >= :added_from' : '') +
  (added_before ? ' AND b.created_at < :added_before' : '');

/** Converts a time to the format of the database. */
const moment = (iso: string | undefined) =>
  iso === undefined ? null : new Date(iso).toISOString();

const present = 'b.missing_since IS NULL';

/**
 * The series that the user has started; `u` can be restricted further, and `s` if it is selected or
 * filtered.
 */
const begunSeries = ({ library_id, series_id }: BookQuery, asksForSeries = false): string =>
  `FROM user_series u
   ${asksForSeries || library_id || series_id ? 'CROSS JOIN main.series s ON s.pk = u.series_pk' : ''}
   WHERE u.user_pk = ${userParameter}
   ${library_id ? `AND s.library_pk = ${theLibrary}` : ''} ${series_id ? `AND s.id = ${noReprepareText(':series_id')}` : ''}`;

/** Uses a partial index, because the range of the root folder would contain all books of the library. */
const atRoot = `instr(b.path, '/') = 0`;
const inRange = `b.path >= :prefix AND b.path < :end
  AND instr(substr(b.path, length(:prefix) + 1), '/') = 0`;

const countAll = 'SELECT coalesce(sum(book_count), 0) FROM libraries';
const isLarge = `SELECT book_count * 4 > (SELECT sum(book_count) FROM libraries)
  FROM libraries WHERE id = :library_id`;

const isReadable = 'AND n.error IS NULL';

/** The id of the book before or after `b` in its series, of those that meet a condition on `n`. */
const neighbourOf = (step: -1 | 1, condition = ''): string => {
  const [comparison, direction] = step === 1 ? ['>', 'ASC'] : ['<', 'DESC'];
  return `(SELECT n.id FROM books n WHERE n.series_pk = b.series_pk AND n.missing_since IS NULL ${condition}
      AND (n.number_key, n.title_key, n.pk) ${comparison} (b.number_key, b.title_key, b.pk)
    ORDER BY n.number_key ${direction}, n.title_key ${direction}, n.pk ${direction} LIMIT 1)`;
};

export const createBooksStore = (database: Database) => {
  const value = rememberedValues(database);
  const pageStart = createPageStarts(database);

  const list = (
    view: BookView,
    query: BookQuery,
    source: { pk?: string; from: string; count: string; order: Order; isContent?: boolean },
    more: Record<string, string> = {},
  ): ListPage<Book> => {
    const { library_id = null, series_id = null } = query;
    const added = {
      added_from: moment(query.added_from),
      added_before: moment(query.added_before),
    };
    const filtering = { library_id, series_id, ...added, ...more };
    const parameters = { ...view, ...limits(query), ...filtering };
    const content = source.isContent ? { ...source, parameters: filtering } : null;
    const start = pageStart(content, parameters.offset);
    const from = source.from + start.condition;
    const sql = pageSql({ pk: 'b.pk', ...source, from, record: bookRecord, joins: bookPageJoins });
    const started = { ...parameters, ...start.parameters, offset: start.offset };
    return {
      data: jsonText<Book[]>(value<string>(sql, started)),
      total: value<number>(source.count, parameters),
    };
  };

  const bookRow = database.prepare<
    [BookView & { id: string }],
    {
      record: string;
      metadata: string;
      note: string | null;
      checked_at: string | null;
      good_at: string | null;
      previous_id: string | null;
      next_id: string | null;
      previous_readable_id: string | null;
      next_readable_id: string | null;
    }
  >(
    `SELECT ${bookRecord} AS record, b.metadata, b.note,
       (SELECT c.checked_at FROM main.file_checks c WHERE c.book_pk = b.pk) AS checked_at,
       (SELECT c.good_at FROM main.file_checks c WHERE c.book_pk = b.pk) AS good_at,
       ${neighbourOf(-1)} AS previous_id,
       ${neighbourOf(1)} AS next_id,
       ${neighbourOf(-1, isReadable)} AS previous_readable_id,
       ${neighbourOf(1, isReadable)} AS next_readable_id
     FROM books b ${bookFromJoins} WHERE b.id = ${noReprepareText(':id')}`,
  );
  const fileRow = database.prepare<[string], StoredBookFile>(
    `SELECT l.path AS library_path, b.path, b.filename, b.format, b.error
     FROM books b JOIN libraries l ON l.pk = b.library_pk WHERE b.id = ?`,
  );
  const records = database
    .prepare<[BookView & { ids: string }], string>(
      `SELECT json_group_array(${bookRecord})
       FROM json_each(:ids) wanted CROSS JOIN books b ON b.id = wanted.value ${bookFromJoins}`,
    )
    .pluck();
  const recordsWithMetadata = database
    .prepare<[BookView & { ids: string }], string>(
      `SELECT json_group_array(json_array(${bookRecord}, json(b.metadata)))
       FROM json_each(:ids) wanted CROSS JOIN books b ON b.id = wanted.value ${bookFromJoins}`,
    )
    .pluck();
  const seriesRow = database.prepare<[string]>('SELECT 1 FROM series WHERE id = ?').pluck();

  return {
    list(view: BookView, query: BookQuery): ListPage<Book> {
      const { library_id, series_id, sort, added_from, added_before } = query;
      const inSeries = series_id !== undefined && sort.field === 'number';
      // Only titles have an index by library. If the library contains most books, the index of the sort finds
      // a page soonest, and `+` keeps the planner from sorting all of them.
      const ofLibrary =
        library_id && sort.field !== 'title' && value<number>(isLarge, { library_id })
          ? '+b.library_pk'
          : 'b.library_pk';
      return list(view, query, {
        from: `FROM books b WHERE ${present}${filters(query, ofLibrary)}`,
        count:
          (series_id ?? added_from ?? added_before) === undefined
            ? `${countAll} ${library_id ? 'WHERE id = :library_id' : ''}`
            : `SELECT count(*) FROM books b WHERE ${present}${filters(query)}`,
        order: inSeries ? { keys: readingOrder, direction: sort.direction } : order(query),
        isContent: contentBookSorts.has(sort.field),
      });
    },

    ...createFilteredBooks(database, value),
    ...createCompactBooks(value),
    addedDays: createAddedDays(database),

    /** Books directly in a folder; `folder` is relative to the library. */
    inFolder(view: BookView, query: BookQuery, folder: string): ListPage<Book> {
      const { prefix, end } = folderRange(folder);
      const from = `FROM books b WHERE ${present}${filters(query)}
        AND ${folder === '' ? atRoot : inRange}`;
      const source = { from, count: `SELECT count(*) ${from}`, order: order(query) };
      return list(view, query, source, { prefix, end });
    },

    /** Books the user has started: those in progress, or completed ones as well. */
    read(view: BookView, query: BookQuery, which: 'in_progress' | 'any'): ListPage<Book> {
      const onlyBegun = which === 'in_progress';
      const counter = onlyBegun ? 'in_progress_count' : 'in_progress_count + u.completed_count';
      return list(view, query, {
        from: `FROM progress p CROSS JOIN main.books b ON b.pk = p.book_pk WHERE p.user_pk = ${userParameter}
          ${onlyBegun ? 'AND p.is_completed = 0' : ''} AND ${present}${filters(query)}`,
        count: `SELECT coalesce(sum(u.${counter}), 0) ${begunSeries(query)} AND u.${counter} > 0`,
        order: order(query, ['p.updated_at', 'p.book_pk']),
      });
    },

    onDeck(view: BookView, query: BookQuery): ListPage<Book> {
      const from = `${begunSeries(query, true)} AND u.in_progress_count = 0 AND u.completed_count > 0
        AND u.completed_count < s.book_count`;
      const count = `SELECT count(*) ${from}`;
      return query.sort.field === 'read_at'
        ? list(view, query, {
            pk: nextOnDeck,
            from,
            count,
            order: order(query, ['u.read_at', 'u.series_pk']),
          })
        : list(view, query, {
            from: `FROM (SELECT ${nextOnDeck} AS pk ${from}) deck CROSS JOIN books b ON b.pk = deck.pk`,
            count,
            order: order(query),
          });
    },

    /** The record as JSON text, its stored metadata, and its neighbours among the present books. */
    get: (view: BookView, id: string) => bookRow.get({ ...view, id }),
    records: (view: BookView, ids: readonly string[]) =>
      JSON.parse(records.get({ ...view, ids: JSON.stringify(ids) }) ?? '[]') as Book[],
    /** Records with their stored metadata, which can lack fields. */
    recordsWithMetadata: (view: BookView, ids: readonly string[]) =>
      JSON.parse(recordsWithMetadata.get({ ...view, ids: JSON.stringify(ids) }) ?? '[]') as [
        Book,
        Partial<BookMetadata>,
      ][],
    file: (id: string) => fileRow.get(id),
    rememberDocument: createRememberDocument(database),
    hasSeries: (id: string): boolean => seriesRow.get(id) !== undefined,
  };
};
