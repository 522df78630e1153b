import {
  healthKinds,
  problemKinds,
  type HealthCounts,
  type HealthIssue,
  type ignoreHealthIssues,
  type UnsupportedFile,
} from '../../../shared/api/health.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import { hasCode } from '../../../shared/errors.ts';
import type { ListPage } from '../../database/json.ts';
import type { AnalysisService } from '../scans/analysis.ts';
import type { HealthQuery, HealthStore, StoredCounts, UnsupportedQuery } from './store.ts';

export interface HealthService {
  counts(): Promise<HealthCounts>;
  list(query: HealthQuery): Promise<ListPage<HealthIssue>>;
  ignore(change: EndpointParsed<typeof ignoreHealthIssues>['body']): { changed: number };
  /** Starts re-reading books; unknown ones are skipped. */
  retry(bookIds: readonly string[]): { started: number };
  unsupportedFiles(query: UnsupportedQuery): ListPage<UnsupportedFile>;
}

export const createHealthService = ({
  store,
  counts,
  list,
  duplicates,
  startAnalysis,
}: {
  store: Pick<HealthStore, 'ignore' | 'known' | 'show' | 'transaction' | 'unsupported'>;
  /**
   * Runs in the query worker, because both queries read every series, and every open window repeats
   * them.
   */
  counts: () => Promise<StoredCounts>;
  list: (query: HealthQuery) => Promise<ListPage<HealthIssue>>;
  /** Number of duplicate groups. */
  duplicates: () => number;
  startAnalysis: AnalysisService['start'];
}): HealthService => ({
  async counts() {
    const stored = await counts();
    const groups = duplicates();
    const problems = problemKinds.reduce((sum, kind) => sum + stored.kinds[kind].open, groups);
    return { ...stored, duplicates: groups, problems };
  },
  list,
  unsupportedFiles: (query) => store.unsupported(query),
  ignore({ issues, ignored }) {
    const known = store.known(issues.map(({ id }) => id));
    return store.transaction(() => {
      const changed = healthKinds.map((kind) => {
        const ids = issues
          .filter((issue) => issue.kind === kind && known.has(issue.id))
          .map(({ id }) => id);
        if (ids.length === 0) return 0;
        return ignored
          ? store.ignore(kind, ids)
          : ids.reduce((sum, id) => sum + store.show(kind, id), 0);
      });
      return { changed: changed.reduce((sum, count) => sum + count, 0) };
    });
  },
  retry: (bookIds) => ({
    started: bookIds.filter((book_id) => {
      try {
        startAnalysis({ book_id });
        return true;
      } catch (error) {
        if (hasCode(error, 'NotFound')) return false;
        throw error;
      }
    }).length,
  }),
});
