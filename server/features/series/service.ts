import type {
  FullSeries,
  Series,
  SeriesSearchSort,
  SeriesSort,
} from '../../../shared/api/series-record.ts';
import type { Condition } from '../../../shared/condition.ts';
import { notFound } from '../../../shared/errors.ts';
import type { Letters, PageRequest } from '../../../shared/schemas.ts';
import type { RowFilter } from '../../database/condition-sql.ts';
import type { Found, JsonText, Listing } from '../../database/json.ts';
import type { Caller } from '../../http/caller.ts';
import { requireProgressFor } from '../reading-filter.ts';
import { folderOf } from './folder-of.ts';
import type { SeriesStore } from './store.ts';

export interface SeriesQuery extends PageRequest<SeriesSort> {
  library_id?: string | undefined;
  series_id?: string | undefined;
}

export interface SeriesService {
  /** Series with a present book. */
  list(caller: Caller, query: SeriesQuery): Listing<Series>;
  /** The same with metadata, genres, tags and links. */
  listFull(caller: Caller, query: SeriesQuery): Listing<FullSeries>;
  /** Those of `list` that match a filter and a search. */
  find(caller: Caller, query: PageRequest<SeriesSearchSort>, filter: RowFilter): Found<Series>;
  /** Only the ids of these. */
  ids(caller: Caller, query: PageRequest<SeriesSearchSort>, filter: RowFilter): Found<string>;
  /** How many of these begin with each letter. */
  letters(caller: Caller, filter: RowFilter): JsonText<Letters> | Promise<JsonText<Letters>>;
  /** Ids of the first `most` of them by name. */
  matching(caller: Caller, filter: RowFilter, most: number): string[] | Promise<string[]>;
  /** Ids of all series that match what is the same for everybody, by name. */
  matchingForAll(condition: Condition): string[] | Promise<string[]>;
  /** Those of `list` that a text finds. */
  search(
    caller: Caller,
    query: PageRequest<SeriesSearchSort>,
    text: string,
    libraryId?: string,
  ): Found<Series>;
  /** Series with a book being read, the last read first. */
  inProgress(caller: Caller, query: SeriesQuery): Listing<Series>;
  /** Also answers for a missing series. */
  get(caller: Caller, id: string): JsonText<FullSeries>;
  /** The records of present or missing series by their id; unknown ids are left out. */
  records(caller: Caller, ids: readonly string[]): Map<string, Series>;
  /** The same with metadata, genres, tags and links, in the order of the ids. */
  fullRecords(caller: Caller, ids: readonly string[]): FullSeries[];
  /**
   * Absolute path of the innermost folder that holds all its present books; of books right in the folder of
   * the library, the first of them. Null for an unknown series, and one without books.
   */
  folder(id: string): string | null;
  /** Starts the task that reads all books of the series again. */
  analyze(id: string): { task_id: string };
}

interface SeriesServiceOptions {
  store: SeriesStore;
  /** `store.find`, here or in another thread. */
  find: (...input: Parameters<SeriesStore['find']>) => Found<Series>;
  ids: (...input: Parameters<SeriesStore['ids']>) => Found<string>;
  letters: (
    ...input: Parameters<SeriesStore['letters']>
  ) => JsonText<Letters> | Promise<JsonText<Letters>>;
  matching: (...input: Parameters<SeriesStore['matching']>) => string[] | Promise<string[]>;
  startAnalysis: (scope: { series_id: string }) => { task_id: string };
}

export const createSeriesService = ({
  store,
  find,
  ids,
  letters,
  matching,
  startAnalysis,
}: SeriesServiceOptions): SeriesService => ({
  list: (caller, query) => store.list(readerOf(caller), query),
  listFull: (caller, query) => store.listFull(readerOf(caller), query),
  find: (caller, query, filter) => {
    requireProgressFor(caller, filter.condition);
    return find(readerOf(caller), query, filter);
  },
  ids: (caller, query, filter) => {
    requireProgressFor(caller, filter.condition);
    return ids(readerOf(caller), query, filter);
  },
  letters: (caller, filter) => {
    requireProgressFor(caller, filter.condition);
    return letters(readerOf(caller), { field: 'name', direction: 'asc' }, filter);
  },
  matching: (caller, filter, most) => {
    requireProgressFor(caller, filter.condition);
    return matching(readerOf(caller), most, filter);
  },
  matchingForAll: (condition) => matching(null, everySeries, { condition }),
  search: (caller, query, text, libraryId) =>
    find(readerOf(caller), query, {
      fullTextSearch: text,
      condition:
        libraryId === undefined
          ? undefined
          : { field: 'libraryId', operator: 'is', value: libraryId },
    }),
  inProgress: (caller, query) => store.inProgress(readerOf(caller), query),
  get: (caller, id) => {
    const series = store.get(readerOf(caller), id);
    if (!series) throw notFound('Series', id);
    return series;
  },
  records: (caller, ids) =>
    new Map(store.records(readerOf(caller), ids).map((series) => [series.id, series])),
  fullRecords: (caller, ids) => store.fullRecords(readerOf(caller), ids),
  folder: (id) => folderOf(store.places(id)),
  analyze: (id) => {
    if (!store.has(id)) throw notFound('Series', id);
    return startAnalysis({ series_id: id });
  },
});

/** More than any library has. */
const everySeries = 1_000_000;

/** Whose reading the records show: nobody's where the caller may not see progress. */
const readerOf = ({ user_pk, permissions }: Caller): number | null =>
  permissions.has('progress-read') ? user_pk : null;
