import type { BusEvent, EventName } from '../../bus.ts';
import type { Hub } from '../../http/hub.ts';
import type { TaskQueue } from '../../tasks/queue.ts';
import { taskQueueStatus, translators, type CompatEvent } from './event-names.ts';
import { compatRoute, type CompatRoute } from './route.ts';

/** Changes of libraries and lists, the caller's own progress, and the load of the task queue. */
export const compatEventRoutes = ({
  hub,
  queue,
}: {
  hub: Pick<Hub, 'open'>;
  queue: Pick<TaskQueue, 'activity'>;
}): CompatRoute[] => [
  compatRoute(
    { method: 'GET', path: '/sse/v1/events', needs: [], answers: 'stream' },
    ({ caller, headers, request, response }) => {
      if (request.method === 'HEAD') {
        response.type('text/event-stream').end();
        return;
      }
      const userId = caller.user.id;
      hub.open(caller, names, response, headers['last-event-id']?.toString(), {
        translate: (event) => translate(event, userId),
        // Clients wait for a count of 0, which an idle queue would never announce.
        first: () =>
          caller.permissions.has('tasks-read') ? taskQueueStatus(queue.activity()) : null,
        last: () => ({ name: 'SessionExpired', data: { userId } }),
      });
    },
  ),
];

const names = Object.keys(translators) as EventName[];

const translate = ({ name, data }: BusEvent, userId: string): CompatEvent | null => {
  const known = translators as Partial<
    Record<EventName, (data: BusEvent['data'], userId: string) => CompatEvent>
  >;
  return known[name]?.(data, userId) ?? null;
};
