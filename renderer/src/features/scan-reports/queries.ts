import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import {
  getScanReport,
  listScanReportEntries,
  listScanReports,
  type EntryKind,
} from '../../../../shared/api/scan-reports.ts';
import { api } from '../../api/client.ts';

export const reportKeys = ['scans', 'reports'] as const;

export const reportsQuery = (page: number) =>
  queryOptions({
    queryKey: [...reportKeys, 'list', page],
    queryFn: ({ signal }) => api.call(listScanReports, { query: { page, pageSize: 20 }, signal }),
    placeholderData: keepPreviousData,
  });

export const reportQuery = (id: string) =>
  queryOptions({
    queryKey: [...reportKeys, 'one', id],
    queryFn: ({ signal }) => api.call(getScanReport, { params: { id }, signal }),
  });

export const entriesQuery = (id: string, kind: EntryKind | undefined, page: number) =>
  queryOptions({
    queryKey: [...reportKeys, 'entries', id, kind, page],
    queryFn: ({ signal }) =>
      api.call(listScanReportEntries, {
        params: { id },
        query: { page, pageSize: 50, ...(kind ? { kind } : {}) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
