import {
  healthKinds,
  problemKinds,
  type HealthCounts,
  type HealthIssue,
  type ignoreHealthIssues,
} from '../../../shared/api/health.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Listing } from '../../database/json.ts';
import type { AnalysisService } from '../scans/analysis.ts';
import type { HealthQuery, HealthStore, StoredCounts } from './store.ts';

export interface HealthService {
  counts(): Promise<HealthCounts>;
  list(query: HealthQuery): Promise<Listing<HealthIssue>>;
  ignore(change: EndpointParsed<typeof ignoreHealthIssues>['body']): { changed: number };
  /** Starts reading books again; unknown ones are left out. */
  retry(bookIds: readonly string[]): { started: number };
}

export const createHealthService = ({
  store,
  counts,
  list,
  duplicates,
  trashDays,
  startAnalysis,
}: {
  store: Pick<HealthStore, 'ignore' | 'show' | 'transaction'>;
  /** In the thread of long reads, for both look at every series; every open window asks for these again and again. */
  counts: () => Promise<StoredCounts>;
  list: (query: HealthQuery) => Promise<Listing<HealthIssue>>;
  /** How many groups of duplicates there are. */
  duplicates: () => number;
  trashDays: () => number;
  startAnalysis: AnalysisService['start'];
}): HealthService => ({
  async counts() {
    const stored = await counts();
    const groups = duplicates();
    const problems = problemKinds.reduce((sum, kind) => sum + stored.kinds[kind].open, groups);
    return { ...stored, duplicates: groups, problems, trash_days: trashDays() };
  },
  list,
  ignore: ({ issues, ignored }) =>
    store.transaction(() => {
      const changed = healthKinds.map((kind) => {
        const ids = issues.filter((issue) => issue.kind === kind).map(({ id }) => id);
        if (ids.length === 0) return 0;
        return ignored
          ? store.ignore(kind, ids)
          : ids.reduce((sum, id) => sum + store.show(kind, id), 0);
      });
      return { changed: changed.reduce((sum, count) => sum + count, 0) };
    }),
  retry: (bookIds) => ({
    started: bookIds.filter((book_id) => {
      try {
        startAnalysis({ book_id });
        return true;
      } catch (error) {
        if (error instanceof AppError && error.code === 'NotFound') return false;
        throw error;
      }
    }).length,
  }),
});
