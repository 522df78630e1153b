import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import {
  getHealthCounts,
  ignoreHealthIssues,
  listHealthIssues,
  retryHealthIssues,
  type HealthIssue,
  type HealthKind,
  type HealthSeverity,
} from '../../../../shared/api/health.ts';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { reportFailure } from '../../ui/feedback/notify.ts';

const key = ['health'];
const pageSize = 50;
/** Polling interval (ms), because scans and analyses add and resolve issues. */
const againMs = 30_000;
/** Polling interval while the page is open (ms). */
const watchedMs = 3000;

export const healthCountsQuery = () =>
  queryOptions({
    queryKey: [...key, 'counts'],
    queryFn: ({ signal }) => api.call(getHealthCounts, { signal }),
    refetchInterval: againMs,
  });

export interface HealthView {
  kind?: HealthKind | undefined;
  severity: HealthSeverity;
  ignored?: boolean | undefined;
  /** 1-indexed. */
  page: number;
}

export const healthIssuesQuery = ({ kind, severity, ignored, page }: HealthView) =>
  queryOptions({
    queryKey: [...key, 'page', { kind, severity, ignored, page }],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.call(listHealthIssues, {
        query: { kind, severity, ignored: ignored === true ? 'true' : 'false', page, pageSize },
        signal,
      }),
    refetchInterval: watchedMs,
  });

/** Issues of books and series, reduced to the fields that identify them. */
type IssueNames = Pick<HealthIssue, 'kind' | 'id'>[];

export const useIgnoreIssues = () =>
  useChange(
    [key],
    ({ issues, ignored }: { issues: IssueNames; ignored: boolean }) =>
      api.call(ignoreHealthIssues, {
        body: { issues: issues.map(({ kind, id }) => ({ kind, id })), ignored },
      }),
    reportFailure,
  );

export const useRetryIssues = () =>
  useChange(
    [key],
    (book_ids: string[]) => api.call(retryHealthIssues, { body: { book_ids } }),
    reportFailure,
  );
