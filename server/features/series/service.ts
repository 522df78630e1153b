import type { FullSeries, Series, SeriesSearchSort } from '../../../shared/api/series-record.ts';
import type { Condition } from '../../../shared/condition.ts';
import { notFound } from '../../../shared/errors.ts';
import type { Letters, PageRequest } from '../../../shared/schemas.ts';
import type { RowFilter } from '../../database/condition-types.ts';
import type { MaybeListPage, JsonText, ListPage } from '../../database/json.ts';
import { type Caller, progressUserOf } from '../../http/api/caller.ts';
import { requireFilterPermissions, seesLabels } from '../filters/filter-permissions.ts';
import { folderOf } from './folder-of.ts';
import type { SeriesStore } from './store.ts';
import type { SeriesQuery } from './types.ts';

export interface SeriesService {
  /** Series with a present book. */
  list(caller: Caller, query: SeriesQuery): ListPage<Series>;
  /** The same with metadata, genres, tags and links. */
  listFull(caller: Caller, query: SeriesQuery): ListPage<FullSeries>;
  /** Like `list`, with a filter and a search. */
  find(
    caller: Caller,
    query: PageRequest<SeriesSearchSort>,
    filter: RowFilter,
  ): MaybeListPage<Series>;
  /** The ids of the series that `find` returns. */
  ids(
    caller: Caller,
    query: PageRequest<SeriesSearchSort>,
    filter: RowFilter,
  ): MaybeListPage<string>;
  /** How many of these series start with each letter. */
  letters(caller: Caller, filter: RowFilter): JsonText<Letters> | Promise<JsonText<Letters>>;
  /** Ids of the first `most` of these series by name. */
  matching(caller: Caller, filter: RowFilter, most: number): string[] | Promise<string[]>;
  /** Ids of all series that match a user-independent condition, by name. */
  matchingForAll(condition: Condition): string[] | Promise<string[]>;
  /** Full-text search in `list`. */
  search(
    caller: Caller,
    query: PageRequest<SeriesSearchSort>,
    text: string,
    libraryId?: string,
  ): MaybeListPage<Series>;
  /** Series with a book in progress, most recently read first. */
  inProgress(caller: Caller, query: SeriesQuery): ListPage<Series>;
  /** Includes missing series. */
  get(caller: Caller, id: string): JsonText<FullSeries>;
  /** Records by id, including missing series; unknown ids are left out. */
  records(caller: Caller, ids: readonly string[]): Map<string, Series>;
  /** Full records with metadata, genres, tags and links, in the order of the ids. */
  fullRecords(caller: Caller, ids: readonly string[]): FullSeries[];
  /**
   * Absolute path of the innermost folder that contains all present books; if they are directly in
   * the library's folder, of the first book. Null for an unknown series, and one without books.
   */
  folder(id: string): string | null;
  /** Starts a task that re-analyses all books of the series. */
  analyze(id: string): { task_id: string };
}

interface SeriesServiceOptions {
  store: SeriesStore;
  /** `store.find`, inline or in the query worker. */
  find: (...input: Parameters<SeriesStore['find']>) => MaybeListPage<Series>;
  ids: (...input: Parameters<SeriesStore['ids']>) => MaybeListPage<string>;
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
  list: (caller, query) => store.list(progressUserOf(caller), query),
  listFull: (caller, query) => store.listFull(progressUserOf(caller), query, seesLabels(caller)),
  find: (caller, query, filter) => {
    requireFilterPermissions(caller, filter.condition);
    return find(progressUserOf(caller), query, filter);
  },
  ids: (caller, query, filter) => {
    requireFilterPermissions(caller, filter.condition);
    return ids(progressUserOf(caller), query, filter);
  },
  letters: (caller, filter) => {
    requireFilterPermissions(caller, filter.condition);
    return letters(progressUserOf(caller), { field: 'name', direction: 'asc' }, filter);
  },
  matching: (caller, filter, most) => {
    requireFilterPermissions(caller, filter.condition);
    return matching(progressUserOf(caller), most, filter);
  },
  matchingForAll: (condition) => matching(null, everySeries, { condition }),
  search: (caller, query, text, libraryId) =>
    find(progressUserOf(caller), query, {
      fullTextSearch: text,
      condition:
        libraryId === undefined
          ? undefined
          : { field: 'libraryId', operator: 'is', value: libraryId },
    }),
  inProgress: (caller, query) => store.inProgress(progressUserOf(caller), query),
  get: (caller, id) => {
    const series = store.get(progressUserOf(caller), id, seesLabels(caller));
    if (!series) throw notFound('Series', id);
    return series;
  },
  records: (caller, ids) =>
    new Map(store.records(progressUserOf(caller), ids).map((series) => [series.id, series])),
  fullRecords: (caller, ids) => store.fullRecords(progressUserOf(caller), ids, seesLabels(caller)),
  folder: (id) => folderOf(store.places(id)),
  analyze: (id) => {
    if (!store.has(id)) throw notFound('Series', id);
    return startAnalysis({ series_id: id });
  },
});

/** Limit above any real library. */
const everySeries = 1_000_000;
