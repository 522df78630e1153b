import { TaskFailure } from './task-types.ts';

/** Interval between probes, ms. */
const everyMs = 2000;

export interface DriveWatch {
  /** Aborted with a TaskFailure when the drive stops responding. */
  hangs: AbortSignal;
  stop(): void;
}

/**
 * Probes a drive repeatedly while a task's thread reads from it, because the thread cannot detect a
 * hang itself. Rejects with TaskFailure if the drive does not respond at the start.
 */
export const watchDrive = async (answers: () => Promise<boolean>): Promise<DriveWatch> => {
  if (!(await answers())) throw hung();
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const look = async () => {
    const isThere = await answers();
    if (isStopped) return;
    if (isThere) next();
    else controller.abort(hung());
  };
  const next = () => {
    timer = setTimeout(() => void look(), everyMs).unref();
  };
  next();
  return {
    hangs: controller.signal,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
};

const hung = () =>
  new TaskFailure(
    'The drive of the library does not respond, so this was stopped. The library is scanned when the drive is back.',
  );
