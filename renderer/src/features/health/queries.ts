import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import {
  listHealthIssues,
  listUnsupportedFiles,
  type HealthKind,
  type HealthSeverity,
} from '../../../../shared/api/health.ts';
import { api } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';

const pageSize = 50;
/** Polling interval of the files that are not books (ms). */
const againMs = 30_000;
/** Polling interval while the page is open (ms). */
const watchedMs = 3000;

export interface HealthView {
  kind?: HealthKind | undefined;
  severity: HealthSeverity;
  ignored?: boolean | undefined;
  /** 1-indexed. */
  page: number;
}

export const healthIssuesQuery = ({ kind, severity, ignored, page }: HealthView) =>
  queryOptions({
    queryKey: [...keys.health, 'page', { kind, severity, ignored, page }],
    staleTime: watchedMs,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.call(listHealthIssues, {
        query: { kind, severity, ignored: ignored === true ? 'true' : 'false', page, pageSize },
        signal,
      }),
    refetchInterval: watchedMs,
  });

export const unsupportedFilesQuery = (page: number) =>
  queryOptions({
    queryKey: [...keys.health, 'unsupported', page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.call(listUnsupportedFiles, { query: { page, pageSize }, signal }),
    refetchInterval: againMs,
  });
