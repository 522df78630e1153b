import { queryOptions } from '@tanstack/react-query';

import { getReadingStats } from '../../../../shared/api/reading-stats.ts';
import { api } from '../../api/client.ts';

/** Minimum number of pages for an estimate. */
const enoughPages = 20;

/** Seconds per page of this user; null with too little data. */
export const readingPaceQuery = () =>
  queryOptions({
    queryKey: ['reading-pace'],
    staleTime: 10 * 60_000,
    queryFn: async ({ signal }) => {
      const { pages_read, reading_seconds } = await api.call(getReadingStats, {
        query: {},
        signal,
      });
      return pages_read < enoughPages || reading_seconds === 0
        ? null
        : reading_seconds / pages_read;
    },
  });

/** Estimated minutes for the remaining pages, at least one; null if the pace is unknown. */
export const minutesLeft = (pages: number, secondsAPage: number | null): number | null =>
  secondsAPage === null || pages <= 0 ? null : Math.max(1, Math.round((pages * secondsAPage) / 60));
