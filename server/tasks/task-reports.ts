import { AppError } from '../../shared/errors.ts';

/** A stored report that a task works on. */
interface Report {
  pk: number;
  status: string;
  task_id: string | null;
}

interface ReportStore<Stored> {
  get: (id: string) => Stored | undefined;
  setStatus: (pk: number, status: 'failed', error: string) => void;
}

interface TaskReportsOptions<Stored> {
  store: ReportStore<Stored>;
  /** Undefined for a task that is forgotten. */
  taskStatus: (id: string) => string | undefined;
  /** Statuses of a report while its task works. */
  working: ReadonlySet<string>;
  missing: (id: string) => AppError;
  /** Message of the Conflict while the task works. */
  busy: string;
}

const cancelled = 'This was cancelled. It can be repeated or undone.';
const givenUp = 'This was interrupted too often, so it was given up. It can be repeated or undone.';

/** Reads reports whose work can end without an update, when their task is cancelled or the server stops. */
export const createTaskReports = <Stored extends Report>({
  store,
  taskStatus,
  working,
  missing,
  busy,
}: TaskReportsOptions<Stored>) => {
  const opened = (id: string): Stored => {
    const report = store.get(id);
    if (!report) throw missing(id);
    return report;
  };
  const isActive = ({ task_id: id }: Stored): boolean =>
    id !== null && ['pending', 'running'].includes(taskStatus(id) ?? 'forgotten');
  /** A report; it counts as failed if its task ended without completing it. Throws NotFound. */
  const found = (id: string): Stored => {
    const report = opened(id);
    if (!working.has(report.status) || isActive(report)) return report;
    // A handler that fails stores the reason itself.
    const isGivenUp = report.task_id !== null && taskStatus(report.task_id) === 'failed';
    store.setStatus(report.pk, 'failed', isGivenUp ? givenUp : cancelled);
    return { ...report, status: 'failed' };
  };
  return {
    /** A report that was opened just now and has no task yet. Throws NotFound. */
    opened,
    found,
    /** A report that no task works on. Throws NotFound, and Conflict while one does. */
    idle: (id: string): Stored => {
      const report = found(id);
      if (!working.has(report.status)) return report;
      throw new AppError('Conflict', busy);
    },
  };
};
