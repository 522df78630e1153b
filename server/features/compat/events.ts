import type { BusEvent, EventName } from '../../bus.ts';
import type { Hub } from '../../http/hub.ts';
import { compatRoute, type CompatRoute } from './route.ts';

interface CompatEvent {
  name: string;
  data: Record<string, unknown>;
}

/** What happens in the libraries, and to the caller's own progress, by the names of the format. */
export const compatEventRoutes = ({ hub }: { hub: Pick<Hub, 'open'> }): CompatRoute[] => [
  compatRoute(
    { method: 'GET', path: '/sse/v1/events', needs: [], answers: 'stream' },
    ({ caller, headers, request, response }) => {
      if (request.method === 'HEAD') {
        response.type('text/event-stream').end();
        return;
      }
      hub.open(caller, names, response, headers['last-event-id']?.toString(), (event) =>
        translate(event, caller.user.id),
      );
    },
  ),
];

const names: EventName[] = [
  'book_created',
  'book_updated',
  'book_deleted',
  'series_created',
  'series_updated',
  'series_deleted',
  'library_created',
  'library_updated',
  'library_deleted',
  'cover_updated',
  'progress_updated',
];

const kinds = { book: 'Book', series: 'Series', library: 'Library' } as const;
const changes = { created: 'Added', updated: 'Changed', deleted: 'Deleted' } as const;

/** `book_updated` is `BookChanged`. */
const translate = ({ name, data }: BusEvent, userId: string): CompatEvent => {
  const given = data as unknown as Record<string, unknown>;
  const ids = {
    ...('book_id' in given ? { bookId: given['book_id'] } : {}),
    ...('series_id' in given ? { seriesId: given['series_id'] } : {}),
  };
  if (name === 'progress_updated') {
    const isGone = given['current_page'] === null;
    return {
      name: isGone ? 'ReadProgressDeleted' : 'ReadProgressChanged',
      data: { bookId: given['book_id'], userId },
    };
  }
  if (name === 'cover_updated') {
    const kind = given['entity'] === 'book' ? 'Book' : 'Series';
    return { name: `Thumbnail${kind}Added`, data: { ...ids, selected: true } };
  }
  const [kind, change] = name.split('_') as [keyof typeof kinds, keyof typeof changes];
  return {
    name: `${kinds[kind]}${changes[change]}`,
    data: { ...ids, libraryId: given['library_id'] },
  };
};
