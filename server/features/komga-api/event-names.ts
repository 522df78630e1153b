import type { EventName } from '../../lib/event-bus.ts';
import type { LiveEvents, QueueEvents } from '../../../shared/events.ts';

export interface KomgaEvent {
  name: string;
  data: Record<string, unknown>;
}

type Translators = {
  [Name in EventName]?: (data: LiveEvents[Name], userId: string) => KomgaEvent;
};

type Ids<Name extends EventName> = Pick<
  LiveEvents[Name],
  Extract<keyof LiveEvents[Name], `${string}_id` | `${string}_ids`>
>;

const book =
  (name: string) =>
  ({ book_id, series_id, library_id }: Ids<'book_created'>): KomgaEvent => ({
    name,
    data: { bookId: book_id, seriesId: series_id, libraryId: library_id },
  });
const series =
  (name: string) =>
  ({ series_id, library_id }: Ids<'series_created'>): KomgaEvent => ({
    name,
    data: { seriesId: series_id, libraryId: library_id },
  });
const library =
  (name: string) =>
  ({ library_id }: Ids<'library_created'>): KomgaEvent => ({
    name,
    data: { libraryId: library_id },
  });
const collection =
  (name: string) =>
  ({ collection_id, series_ids }: Ids<'collection_created'>): KomgaEvent => ({
    name,
    data: { collectionId: collection_id, seriesIds: series_ids },
  });
const readList =
  (name: string) =>
  ({ read_list_id, book_ids }: Ids<'read_list_created'>): KomgaEvent => ({
    name,
    data: { readListId: read_list_id, bookIds: book_ids },
  });

const thumbnail = (
  kind: string,
  action: LiveEvents['cover_updated']['action'],
  ids: Record<string, unknown>,
): KomgaEvent => ({
  name: `Thumbnail${kind}${action === 'added' ? 'Added' : 'Deleted'}`,
  data: { ...ids, selected: true },
});

/** Maps our events to the format's; names and fields as in Komga's `SseController`. */
export const translators = {
  library_created: library('LibraryAdded'),
  library_updated: library('LibraryChanged'),
  library_deleted: library('LibraryDeleted'),
  series_created: series('SeriesAdded'),
  series_updated: series('SeriesChanged'),
  series_deleted: series('SeriesDeleted'),
  book_created: book('BookAdded'),
  book_updated: book('BookChanged'),
  book_deleted: book('BookDeleted'),
  collection_created: collection('CollectionAdded'),
  collection_updated: collection('CollectionChanged'),
  collection_deleted: collection('CollectionDeleted'),
  read_list_created: readList('ReadListAdded'),
  read_list_updated: readList('ReadListChanged'),
  read_list_deleted: readList('ReadListDeleted'),
  progress_updated: ({ book_id, current_page }, userId) => ({
    name: current_page === null ? 'ReadProgressDeleted' : 'ReadProgressChanged',
    data: { bookId: book_id, userId },
  }),
  series_progress_updated: ({ series_id, is_read }, userId) => ({
    name: is_read ? 'ReadProgressSeriesChanged' : 'ReadProgressSeriesDeleted',
    data: { seriesId: series_id, userId },
  }),
  cover_updated: ({ action, entity, book_id, series_id }) =>
    entity === 'book'
      ? thumbnail('Book', action, { bookId: book_id, seriesId: series_id })
      : thumbnail('Series', action, { seriesId: series_id }),
  collection_cover_updated: ({ action, collection_id }) =>
    thumbnail('SeriesCollection', action, { collectionId: collection_id }),
  read_list_cover_updated: ({ action, read_list_id }) =>
    thumbnail('ReadList', action, { readListId: read_list_id }),
  task_queue_changed: (activity) => taskQueueStatus(activity),
} satisfies Translators;

/** Converts task types: `scan_library` becomes `ScanLibrary`. */
export const taskQueueStatus = ({
  count,
  count_by_type,
}: QueueEvents['task_queue_changed']): KomgaEvent => ({
  name: 'TaskQueueStatus',
  data: {
    count,
    countByType: Object.fromEntries(
      Object.entries(count_by_type).map(([type, number]) => [
        type.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase()),
        number,
      ]),
    ),
  },
});
