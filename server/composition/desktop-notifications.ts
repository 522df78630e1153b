import type { Task } from '../../shared/api/task-record.ts';
import type { EventBus } from '../lib/event-bus.ts';
import type { ScansStore } from '../features/scans/store.ts';
import type { NotificationEvent } from '../host-environment.ts';

/** Emits events worth a desktop notification. Returns an unsubscribe function. */
export const subscribeToNotifications = (
  {
    bus,
    store,
    task,
    report,
  }: {
    bus: EventBus;
    store: Pick<ScansStore, 'last'>;
    task: (id: string) => Pick<Task, 'error'>;
    /** The report id of a scan task. */
    report: (taskId: string) => string | null;
  },
  publish: (news: NotificationEvent) => void,
): (() => void) =>
  bus.subscribe(({ name, data }) => {
    if (name === 'device_paired' && 'device_id' in data) {
      publish({ kind: 'device_paired', name: data.name });
    }
    if (name === 'task_progress' && 'task_type' in data) {
      const failed = data.task_type === 'backup_database' && data.status === 'failed';
      if (failed) publish({ kind: 'backup_failed', reason: task(data.task_id).error ?? '' });
    }
    if (name !== 'scan_progress' || !('files_total' in data)) return;
    const { status, library_id, library_name: library, books_added, error_count } = data;
    if (status === 'failed') {
      const reason = store.last(library_id)?.errors[0]?.message ?? '';
      publish({ kind: 'scan_stopped', library, reason });
    }
    if (status === 'completed' && data.task_id !== null && books_added + error_count > 0) {
      publish({
        kind: 'scan_finished',
        report: report(data.task_id),
        library,
        added: books_added,
        problems: error_count,
      });
    }
  });
