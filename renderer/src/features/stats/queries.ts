import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { getReadingStats } from '../../../../shared/api/reading-stats.ts';
import { api } from '../../api/client.ts';
import { firstDay, type Span } from './spans.ts';

/** Statistics of a span; days are in the local time zone. */
export const statsQuery = (span: Span) =>
  queryOptions({
    queryKey: ['reading-stats', span],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.call(getReadingStats, {
        query: {
          from: firstDay(span, new Date()),
          tz: Intl.DateTimeFormat().resolvedOptions().timeZone,
        },
        signal,
      }),
  });
