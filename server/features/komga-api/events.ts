import type { PublishedEvent, EventName } from '../../lib/event-bus.ts';
import type { SseHub } from '../../http/sse/sse-hub.ts';
import type { TaskQueue } from '../../tasks/types.ts';
import { taskQueueStatus, translators, type KomgaEvent } from './event-names.ts';
import { komgaRoute, type KomgaRoute } from './route.ts';

/**
 * Event stream of library and list changes, the caller's own progress, and the task queue length.
 */
export const komgaEventRoutes = ({
  hub,
  queue,
}: {
  hub: Pick<SseHub, 'open'>;
  queue: Pick<TaskQueue, 'activity'>;
}): KomgaRoute[] => [
  komgaRoute(
    { method: 'GET', path: '/sse/v1/events', needs: [], answers: 'stream' },
    ({ caller, headers, request, response }) => {
      if (request.method === 'HEAD') {
        response.type('text/event-stream').end();
        return;
      }
      const userId = caller.user.id;
      hub.open(caller, names, response, headers['last-event-id']?.toString(), {
        map: (event) => translate(event, userId),
        // Clients wait for a count of 0, which an idle queue would never send.
        first: () =>
          caller.permissions.has('tasks-read') ? taskQueueStatus(queue.activity()) : null,
        last: () => ({ name: 'SessionExpired', data: { userId } }),
      });
    },
  ),
];

const names = Object.keys(translators) as EventName[];

const translate = ({ name, data }: PublishedEvent, userId: string): KomgaEvent | null => {
  const known = translators as Partial<
    Record<EventName, (data: PublishedEvent['data'], userId: string) => KomgaEvent>
  >;
  return known[name]?.(data, userId) ?? null;
};
