import type { Logger } from 'pino';

import type { EventBus, PublishedEvent } from '../../lib/event-bus.ts';
import type { EventsStore } from './events-store.ts';
import { dueAt } from './schedule.ts';
import type { NotificationsStore } from './store.ts';
import type { NotificationPayload } from './types.ts';

/** Maximum events that wait for one destination. */
const maxWaiting = 1000;

/** An event, and the person whom it concerns; null if it is for everyone who asked for it. */
type Queued = [NotificationPayload, number | null];

/** Queues events for their subscribers. Returns an unsubscribe function. */
export const queueNotifications = ({
  bus,
  store,
  events,
  timeZone,
  scanError,
  taskError,
  problems,
  onScanEnd,
  onQueued,
  clock,
  log,
}: {
  bus: Pick<EventBus, 'subscribe'>;
  store: NotificationsStore;
  events: EventsStore;
  /** Of digests; empty: that of this machine. */
  timeZone: () => string;
  /** Why the last scan of a library stopped. */
  scanError: (libraryId: string) => string;
  taskError: (taskId: string) => string;
  /** Number of problems that Health lists. */
  problems: () => Promise<number>;
  /** Called when a scan ended, whether it completed or not. */
  onScanEnd: (taskId: string) => void;
  onQueued: () => void;
  clock: () => Date;
  log: Pick<Logger, 'error'>;
}): (() => void) => {
  const queue = ([payload, userPk]: Queued) => {
    const now = clock();
    for (const destination of store.wanting(payload.event, userPk)) {
      store.enqueue(destination.pk, payload, {
        due_at: dueAt(destination, now, timeZone()),
        now: now.toISOString(),
        most: maxWaiting,
      });
    }
  };
  const queueAll = (entries: readonly Queued[]) => {
    if (entries.length === 0) return;
    store.transaction(() => {
      entries.forEach(queue);
    });
    onQueued();
  };

  const handleScanEnd = (
    taskId: string,
    failed: { library_id: string; library: string } | null,
  ) => {
    onScanEnd(taskId);
    const entries = events
      .addedBooks(taskId)
      .map(({ user_pk, ...books }): Queued => [{ event: 'new_books', ...books }, user_pk]);
    if (failed) {
      const { library_id, library } = failed;
      entries.push([{ event: 'scan_failed', library, reason: scanError(library_id) }, null]);
    }
    queueAll(entries);
  };

  const checkHealth = async () => {
    if (store.wanting('health', null).length === 0) return;
    const count = await problems();
    const before = events.mark('problems');
    if (count === before) return;
    events.setMark('problems', count);
    if (count > before) queueAll([[{ event: 'health', problems: count }, null]]);
  };

  const handle = ({ name, data }: PublishedEvent) => {
    if (name === 'release_announced' && 'release_id' in data) {
      const { release_id, series_id } = data;
      queueAll(events.followers(series_id).map((pk) => [{ event: 'release', release_id }, pk]));
    }
    if (name === 'task_progress' && 'task_type' in data) {
      const { task_id, task_type, status } = data;
      if (task_type === 'backup_database' && status === 'failed') {
        queueAll([[{ event: 'backup_failed', reason: taskError(task_id) }, null]]);
      }
      const reads = task_type === 'scan_library' || task_type === 'generate_thumbnails';
      if (reads && status === 'completed') {
        checkHealth().catch((error: unknown) => {
          log.error({ err: error }, 'health not checked for notifications');
        });
      }
    }
    if (name === 'scan_progress' && 'files_total' in data && data.task_id !== null) {
      const { task_id, status, library_id, library_name: library } = data;
      if (status === 'failed') handleScanEnd(task_id, { library_id, library });
      if (status === 'completed' || status === 'cancelled') handleScanEnd(task_id, null);
    }
  };
  return bus.subscribe((event) => {
    // The emitter of the event must not fail because of a notification.
    try {
      handle(event);
    } catch (error) {
      log.error({ err: error, event: event.name }, 'event not queued for notifications');
    }
  });
};
