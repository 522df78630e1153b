import type { SeriesSort } from '../../../shared/api/series-record.ts';
import type { PageRequest } from '../../../shared/schemas.ts';

export interface SeriesQuery extends PageRequest<SeriesSort> {
  library_id?: string | undefined;
  series_id?: string | undefined;
}
