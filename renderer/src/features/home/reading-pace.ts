import { queryOptions } from '@tanstack/react-query';

import { type BookFormat, isEbook } from '../../../../shared/api/book-record.ts';
import { getReadingStats } from '../../../../shared/api/reading-stats.ts';
import { api } from '../../api/client.ts';

/** Seconds per page of this user by kind of book; null with too little data. */
export const readingPaceQuery = () =>
  queryOptions({
    queryKey: ['reading-pace'],
    staleTime: 10 * 60_000,
    queryFn: async ({ signal }) =>
      (await api.call(getReadingStats, { query: {}, signal })).seconds_per_page,
  });

/** The kind of book by which reading speed differs. */
export const paceKindOf = (format: BookFormat): 'comic' | 'epub' | 'pdf' =>
  isEbook(format) ? 'epub' : format === 'pdf' ? 'pdf' : 'comic';

/** Estimated minutes for the remaining pages, at least one; null if the pace is unknown. */
export const minutesLeft = (pages: number, secondsAPage: number | null): number | null =>
  secondsAPage === null || pages <= 0 ? null : Math.max(1, Math.round((pages * secondsAPage) / 60));
