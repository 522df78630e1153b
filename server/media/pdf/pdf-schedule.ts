import type { PdfThread } from './pdf-thread.ts';

/** The file of a job, and its owner. */
interface Subject {
  path: string;
  owner: string;
  volume: string;
}

interface Job extends Subject {
  /** Number of queued jobs of its owner when it was added. */
  turn: number;
  run: (thread: PdfThread) => Promise<void>;
}

interface Seat {
  thread: PdfThread;
  /** The file it read last, which is still open in that thread. */
  path: string | null;
  /** Of that file. */
  volume: string | null;
  /** Start time of the current job; null while idle. */
  since: number | null;
}

/** A longer-running job lets other files go first, ms. */
const patienceMs = 1000;
/** The same for files of other volumes, because this drive may hang. */
const patienceElsewhereMs = 200;
/**
 * Maximum threads for one volume, and for all together while drives hang; each can use the whole
 * memory limit of PDFium.
 */
const maxOfVolume = 2;
const maxThreads = 4;

interface Options {
  start: () => PdfThread;
  /** Maximum queue length, in total and per owner. */
  limit: number;
  share: number;
  /** Creates the error for a full queue. */
  refuse: () => Error;
}

/**
 * Schedules PDF jobs, in turn for each owner. Jobs run sequentially, except that a file which
 * occupies its thread for long does not block others: a second thread handles those. Jobs of one
 * file never run concurrently.
 */
export const createPdfSchedule = ({ start, limit, share, refuse }: Options) => {
  const seats: Seat[] = [];
  const waiting: Job[] = [];
  let later: NodeJS.Timeout | undefined;

  const isLate = ({ since, volume }: Seat, asking: string) =>
    since !== null &&
    performance.now() - since >= (volume === asking ? patienceMs : patienceElsewhereMs);

  const seatFor = ({ path, volume }: Subject): Seat | null => {
    const busy = seats.filter(({ since }) => since !== null);
    if (busy.some((seat) => seat.path === path || !isLate(seat, volume))) return null;
    if (busy.filter((seat) => seat.volume === volume).length >= maxOfVolume) return null;
    const free = seats.filter(({ since }) => since === null);
    const known = free.find((seat) => seat.path === path) ?? free[0];
    if (known) return known;
    if (seats.length === maxThreads) return null;
    const added: Seat = { thread: start(), path: null, volume: null, since: null };
    seats.push(added);
    return added;
  };

  const work = async (seat: Seat, job: Job) => {
    Object.assign(seat, { path: job.path, volume: job.volume, since: performance.now() });
    await job.run(seat.thread);
    seat.since = null;
    handOut();
  };

  const handOut = () => {
    clearTimeout(later);
    for (let index = 0; index < waiting.length;) {
      const job = waiting[index];
      const seat = job && seatFor(job);
      if (job && seat) {
        waiting.splice(index, 1);
        void work(seat, job);
      } else index += 1;
    }
    if (waiting.length > 0) later = setTimeout(handOut, patienceElsewhereMs).unref();
  };

  return {
    /** Rejects with the error of `refuse` when the queue is full. */
    add: <Result>(
      { path, owner, volume }: Subject,
      task: (thread: PdfThread) => Promise<Result>,
    ): Promise<Result> => {
      const turn = waiting.filter((job) => job.owner === owner).length;
      if (waiting.length >= limit || turn >= share) return Promise.reject(refuse());
      return new Promise((resolve, reject) => {
        const run = (thread: PdfThread) => task(thread).then(resolve, reject);
        const later = waiting.findIndex((job) => job.turn > turn);
        waiting.splice(later < 0 ? waiting.length : later, 0, { path, owner, volume, turn, run });
        handOut();
      });
    },
    /**
     * Terminates all threads; running and queued jobs reject with `reason`. Rejects if a thread is
     * blocked by a drive that hangs.
     */
    end: async (reason: Error): Promise<void> => {
      const ended = await Promise.all(seats.map(({ thread }) => thread.end(reason)));
      if (!ended.every(Boolean)) throw new Error('A thread still waits for a drive');
    },
  };
};
