import { queryOptions } from '@tanstack/react-query';

import { getReadingStats } from '../../../../shared/api/reading-stats.ts';
import { api } from '../../api/client.ts';

/** A pace from fewer pages than this says nothing. */
const enoughPages = 20;

/** Seconds that this person takes for a page; null while too little has been read. */
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

/** Whole minutes for the pages that are left, at least one; null where the pace is not known. */
export const minutesLeft = (pages: number, secondsAPage: number | null): number | null =>
  secondsAPage === null || pages <= 0 ? null : Math.max(1, Math.round((pages * secondsAPage) / 60));
