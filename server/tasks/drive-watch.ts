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
 * hang itself. Ends with the task's `signal`, because a server that stops waits only some seconds
 * for a task and then closes the database. Rejects with TaskFailure if the drive does not respond
 * at the start.
 */
export const watchDrive = async (
  signal: AbortSignal,
  answers: () => Promise<boolean>,
): Promise<DriveWatch> => {
  if (!(await answers())) throw hung();
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const isOver = () => isStopped || signal.aborted;
  const probe = async () => {
    if (isOver()) return;
    try {
      const isThere = await answers();
      if (isOver()) return;
      if (isThere) next();
      else controller.abort(hung());
    } catch (error) {
      if (!isOver()) controller.abort(error);
    }
  };
  const next = () => {
    timer = setTimeout(() => void probe(), everyMs).unref();
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
