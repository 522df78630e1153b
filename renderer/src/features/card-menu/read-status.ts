import type { QueryClient } from '@tanstack/react-query';

import type { Book } from '../../../../shared/api/book-record.ts';
import type { Series } from '../../../../shared/api/series-record.ts';
import type { Paginated } from '../../../../shared/endpoint.ts';

type ReadStatus = NonNullable<Series['read_status']>;

/** The read status of a record on the page, from the lists that show it; null if unknown. */
export const readStatusOf = (client: QueryClient, id: string): ReadStatus | null => {
  for (const key of ['series', 'books']) {
    for (const [, data] of client.getQueriesData({ queryKey: [key] })) {
      const record = recordsIn(data).find((candidate) => candidate.id === id);
      if (record !== undefined) return statusOf(record);
    }
  }
  return null;
};

const recordsIn = (data: unknown): readonly (Book | Series)[] => {
  if (typeof data !== 'object' || data === null) return [];
  if ('data' in data && Array.isArray(data.data)) return (data as Paginated<Book | Series>).data;
  return 'id' in data ? [data as Book | Series] : [];
};

const statusOf = (record: Book | Series): ReadStatus | null => {
  if ('read_status' in record) return record.read_status;
  if (!('progress' in record)) return null;
  if (record.progress === null) return 'unread';
  return record.progress.is_completed ? 'read' : 'in_progress';
};
