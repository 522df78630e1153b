import type { Database } from '../../database/types.ts';
import type { EventName, PublishedEvent } from '../../lib/event-bus.ts';
import type { LiveEvents } from '../../../shared/events.ts';

/**
 * Filter of one stream, for a user with content restrictions. Remembers visible libraries, so that the user
 * is notified of their deletion.
 */
export interface VisibleEvents {
  /** Returns the event as this user can see it; null if it is about something hidden. */
  see(event: PublishedEvent): PublishedEvent | null;
}

/** Returns null to hide the event, else its visible data. */
type See<Name extends EventName> = (data: LiveEvents[Name]) => LiveEvents[Name] | null;

const noProgress = { current: 0, total: 0, message: '' };
const noCounts = {
  files_total: 0,
  files_processed: 0,
  series_found: 0,
  books_added: 0,
  books_updated: 0,
  books_removed: 0,
  error_count: 0,
  current_file: null,
};

/** Changes after which a series may be hidden from somebody. */
const hidingEvents: ReadonlySet<EventName> = new Set<EventName>([
  'series_updated',
  'series_deleted',
  'book_updated',
]);

const when =
  <Seen>(isVisible: (data: Seen) => boolean) =>
  <Data extends Seen>(data: Data): Data | null =>
    isVisible(data) ? data : null;

/**
 * Filters events for users with content restrictions, by reading the database as that user. Events about
 * deleted records are hidden, except about a library that the user could see before. A series that is hidden may have
 * been visible until now, so its change is sent as a change of its library, which reveals nothing else.
 */
export const createVisibleEvents = (
  database: Database,
  /** The numbers of pending and running tasks that the viewer can see. */
  activity: () => LiveEvents['task_queue_changed'],
): ((userPk: number) => VisibleEvents) => {
  const exists = (table: string) => {
    const row = database.prepare<[string]>(`SELECT 1 FROM ${table} WHERE id = ?`);
    return (id: string) => row.get(id) !== undefined;
  };
  const hasSeries = exists('series');
  const hasBook = exists('books');
  const hasLibrary = exists('libraries');
  const hasCollection = exists('collections');
  const hasReadList = exists('read_lists');
  const hasRelease = exists('releases');
  const libraryIds = database.prepare<[], string>('SELECT id FROM libraries').pluck();
  const taskRow = database.prepare<[string], { masked: number }>(
    'SELECT payload IS NULL AS masked FROM tasks WHERE id = ?',
  );
  const scanRow = database.prepare<[string], { masked: number }>(
    'SELECT errors IS NULL AS masked FROM scans WHERE task_id = ?',
  );

  const asLibraryChange = ({ name, data, user_pk }: PublishedEvent): PublishedEvent | null => {
    if (!hidingEvents.has(name)) return null;
    const { library_id, timestamp } = data as LiveEvents['series_updated'];
    if (!hasLibrary(library_id)) return null;
    return {
      name: 'library_updated',
      data: { type: 'library_updated', library_id, timestamp },
      user_pk,
    };
  };

  const inSeries = ({ series_id }: { series_id: string }) => hasSeries(series_id);
  const ofCollection = <Data extends LiveEvents['collection_updated' | 'collection_created']>(
    data: Data,
  ): Data | null =>
    hasCollection(data.collection_id)
      ? { ...data, series_ids: data.series_ids.filter(hasSeries) }
      : null;
  const ofReadList = <Data extends LiveEvents['read_list_updated' | 'read_list_created']>(
    data: Data,
  ): Data | null =>
    hasReadList(data.read_list_id) ? { ...data, book_ids: data.book_ids.filter(hasBook) } : null;

  return (userPk) => {
    const asViewer = <Result>(work: () => Result) => database.readAs(userPk, work);
    const libraries = new Set(asViewer(() => libraryIds.all()));
    const inLibrary = ({ library_id }: { library_id: string }) => {
      if (hasLibrary(library_id)) libraries.add(library_id);
      else libraries.delete(library_id);
      return libraries.has(library_id);
    };
    const seen: { [Name in EventName]: See<Name> } = {
      // Also visible for a permanently deleted book, because its series still exists.
      book_created: when(inSeries),
      book_updated: when(inSeries),
      book_deleted: when(inSeries),
      series_created: when(inSeries),
      series_updated: when(inSeries),
      series_deleted: when(inSeries),
      library_created: when(inLibrary),
      library_updated: when(inLibrary),
      library_deleted: when(({ library_id }: { library_id: string }) =>
        libraries.delete(library_id),
      ),
      collection_created: ofCollection,
      collection_updated: ofCollection,
      collection_deleted(data) {
        const series_ids = data.series_ids.filter(hasSeries);
        return series_ids.length === 0 ? null : { ...data, series_ids };
      },
      read_list_created: ofReadList,
      read_list_updated: ofReadList,
      read_list_deleted(data) {
        const book_ids = data.book_ids.filter(hasBook);
        return book_ids.length === 0 ? null : { ...data, book_ids };
      },
      cover_updated: when(inSeries),
      collection_cover_updated: when(({ collection_id }: { collection_id: string }) =>
        hasCollection(collection_id),
      ),
      read_list_cover_updated: when(({ read_list_id }: { read_list_id: string }) =>
        hasReadList(read_list_id),
      ),
      sharing_updated: (data) => data,
      drives_updated: (data) => data,
      fonts_updated: (data) => data,
      device_paired: (data) => data,
      release_announced: when(({ release_id }: { release_id: string }) => hasRelease(release_id)),
      progress_updated: when(inSeries),
      series_progress_updated: when(inSeries),
      annotations_updated: when(inSeries),
      want_to_read_updated: (data) => data,
      task_progress(data) {
        const row = taskRow.get(data.task_id);
        if (!row) return null;
        return row.masked === 1 ? { ...data, progress: noProgress } : data;
      },
      task_queue_changed: activity,
      scan_progress(data) {
        const { task_id, library_id } = data;
        if (!hasLibrary(library_id)) return null;
        const row = task_id === null ? undefined : scanRow.get(task_id);
        return row?.masked === 0 ? data : { ...data, ...noCounts };
      },
    };
    return {
      see: (event) =>
        asViewer(() => {
          const data = (seen[event.name] as See<EventName>)(event.data);
          return data === null ? asLibraryChange(event) : { ...event, data };
        }),
    };
  };
};
