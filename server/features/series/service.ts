import type { FullSeries, Series, SeriesSort } from '../../../shared/api/series.ts';
import type { PageRequest } from '../../../shared/schemas.ts';
import type { Listing } from '../../database/json.ts';
import type { Caller } from '../../http/caller.ts';

export interface SeriesQuery extends PageRequest<SeriesSort> {
  library_id?: string | undefined;
  series_id?: string | undefined;
}

export interface SeriesService {
  /** Series with a present book. */
  list(caller: Caller, query: SeriesQuery): Listing<Series>;
  /** The same with metadata, genres, tags and links. */
  listFull(caller: Caller, query: SeriesQuery): Listing<FullSeries>;
  /** Series with a book being read, the last read first. */
  inProgress(caller: Caller, query: SeriesQuery): Listing<Series>;
  /** Also answers for a missing series. */
  get(caller: Caller, id: string): FullSeries;
  /** Starts the task that reads all books of the series again. */
  analyze(id: string): { task_id: string };
}
