import type { Task } from '../shared/api/task-record.ts';
import type { Bus } from './bus.ts';
import type { ScansStore } from './features/scans/store.ts';
import type { News } from './host.ts';

/** Tells what a person who does not look wants to know; returns the function that ends it. */
export const watchNews = (
  {
    bus,
    store,
    task,
    report,
  }: {
    bus: Bus;
    store: Pick<ScansStore, 'last'>;
    task: (id: string) => Pick<Task, 'error'>;
    /** The report of the scan that this task was. */
    report: (taskId: string) => string | null;
  },
  tell: (news: News) => void,
): (() => void) =>
  bus.listen(({ name, data }) => {
    if (name === 'device_paired' && 'device_id' in data) {
      tell({ kind: 'device_paired', name: data.name });
    }
    if (name === 'task_progress' && 'task_type' in data) {
      const failed = data.task_type === 'backup_database' && data.status === 'failed';
      if (failed) tell({ kind: 'backup_failed', reason: task(data.task_id).error ?? '' });
    }
    if (name !== 'scan_progress' || !('files_total' in data)) return;
    const { status, library_id, library_name: library, books_added, error_count } = data;
    if (status === 'failed') {
      const reason = store.last(library_id)?.errors[0]?.message ?? '';
      tell({ kind: 'scan_stopped', library, reason });
    }
    if (status === 'completed' && data.task_id !== null && books_added + error_count > 0) {
      tell({
        kind: 'scan_finished',
        report: report(data.task_id),
        library,
        added: books_added,
        problems: error_count,
      });
    }
  });
