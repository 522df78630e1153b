import type { CompactBook } from '../../../shared/api/book-record.ts';
import { jsonText, type ListPage, type MaybeListPage } from '../../database/json.ts';
import { limits, pageSql, type PreparedValues } from '../../database/page-sql.ts';
import { type BookView, bookPageJoins, compactBookRecord, readingOrder } from './record-sql.ts';
import type { BookQuery } from './types.ts';

export type CompactQuery = Pick<BookQuery, 'page' | 'pageSize' | 'sort'> & { series_id: string };

/** Books that are read in about 15 ms. More would hold up the requests of others. */
const mostInline = 2000;

/** Compact records of the present books of a series in reading order. */
export const createCompactBooks = (value: PreparedValues) => ({
  compact: (view: BookView, query: CompactQuery): ListPage<CompactBook> => {
    const { series_id, sort } = query;
    const from = `FROM books b WHERE b.missing_since IS NULL
      AND b.series_pk = (SELECT pk FROM series WHERE id = :series_id)`;
    const sql = pageSql({
      pk: 'b.pk',
      from,
      order: { keys: readingOrder, direction: sort.direction },
      record: compactBookRecord,
      joins: bookPageJoins,
    });
    const parameters = { ...view, ...limits(query), series_id };
    return {
      data: jsonText<CompactBook[]>(value<string>(sql, parameters)),
      total: value<number>(`SELECT count(*) ${from}`, { series_id }),
    };
  },

  isLongSeries: ({ series_id, pageSize }: CompactQuery): boolean =>
    pageSize > mostInline &&
    (value<number | undefined>('SELECT book_count FROM series WHERE id = :series_id', {
      series_id,
    }) ?? 0) > mostInline,
});

type CompactBooks = ReturnType<typeof createCompactBooks>;

/** Leaves long series to the query worker. */
export const inlineIfShort =
  (
    { compact, isLongSeries }: CompactBooks,
    inWorker: (...input: Parameters<CompactBooks['compact']>) => MaybeListPage<CompactBook>,
  ): typeof inWorker =>
  (view, query) =>
    isLongSeries(query) ? inWorker(view, query) : compact(view, query);
