import { AppError, retryAfter } from '../../shared/errors.ts';
import { createFairList, type FairList } from '../tasks/fair-list.ts';

interface Volume {
  running: number;
  /** Number of reads that exceeded the time limit and still block their threads. */
  silent: number;
  waiting: FairList<Waiting>;
}

interface Waiting {
  start: () => void;
  refuse: () => void;
}

export interface ReadGate {
  /**
   * Reads from a volume, with limited concurrency, in turn for each owner. Rejects with AppError
   * ServiceUnavailable and Retry-After when the queue is full or the volume does not respond in
   * time; at once while the volume is known to hang. A read cannot be cancelled: `undo` gets a
   * result that arrives too late.
   */
  run<Result>(
    volume: string,
    read: () => Promise<Result>,
    undo?: (result: Result) => unknown,
  ): Promise<Result>;
  /** Closes a handle on the volume, sequentially, because closing a file can hang as well. */
  close(volume: string, close: () => Promise<unknown>): void;
  /** Ends the calls of `onSilent`, because a read that hangs can outlast its owner. */
  stop(): void;
  /** Whether all concurrent reads of the volume hang. */
  isSilent(volume: string): boolean;
}

interface ReadGateOptions {
  concurrency?: number;
  /** Time limit of a read, ms. A disk that spins up responds within seconds. */
  limitMs?: number;
  /**
   * Called when a read is suspiciously slow, when a volume stops responding, and when it recovers.
   */
  onSilent?: (volume: string) => void;
  /** Fair-share key: who reads. */
  ownerOf?: () => string;
  /** Maximum queued reads of a volume, in total and per user. */
  limit?: number;
  share?: number;
}

/**
 * A semaphore for each volume. Prevents a hung drive from occupying the thread pool for files, DNS and
 * passwords: a read on it blocks a thread until the drive answers, possibly forever.
 */
export const createReadGate = ({
  concurrency = 3,
  limitMs = 5000,
  onSilent = () => undefined,
  ownerOf = () => '',
  limit = 512,
  share = 256,
}: ReadGateOptions = {}): ReadGate => {
  const volumes = new Map<string, Volume>();
  let isStopped = false;
  const report = (name: string) => {
    if (!isStopped) onSilent(name);
  };
  /** The last close per volume, for closing sequentially. */
  const closing = new Map<string, Promise<unknown>>();
  const isSilent = (name: string): boolean => (volumes.get(name)?.silent ?? 0) >= concurrency;

  const volumeOf = (name: string): Volume => {
    const found = volumes.get(name);
    if (found) return found;
    const volume = { running: 0, silent: 0, waiting: createFairList<Waiting>() };
    volumes.set(name, volume);
    return volume;
  };

  const next = (name: string, volume: Volume): void => {
    if (volume.running < concurrency) volume.waiting.take()?.start();
    if (volume.running === 0) volumes.delete(name);
  };

  const begin = <Result>(
    name: string,
    volume: Volume,
    read: () => Promise<Result>,
    undo: (result: Result) => unknown,
  ) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    volume.running += 1;
    let isLate = false;
    const abandon = () => {
      isLate = true;
      volume.silent += 1;
      reject(unresponsive());
      if (volume.silent !== concurrency) return;
      for (const { refuse } of volume.waiting.drain()) refuse();
      report(name);
    };
    // Accessing the drive takes time as well.
    let timer = setTimeout(() => {
      report(name);
      timer = setTimeout(abandon, limitMs - suspicious(limitMs));
    }, suspicious(limitMs));
    const done = () => {
      clearTimeout(timer);
      const wasSilent = volume.silent >= concurrency;
      volume.running -= 1;
      if (isLate) volume.silent -= 1;
      next(name, volume);
      if (wasSilent && isLate) report(name);
    };
    const deliver = (result: Result) => {
      if (isLate) undo(result);
      else resolve(result);
    };
    void Promise.resolve().then(read).then(deliver, reject).finally(done);
    return promise;
  };

  return {
    isSilent,
    stop: () => {
      isStopped = true;
    },
    run: <Result>(
      name: string,
      read: () => Promise<Result>,
      undo: (result: Result) => unknown = () => undefined,
    ) => {
      if (isSilent(name)) return Promise.reject(unresponsive());
      const volume = volumeOf(name);
      if (volume.running < concurrency) return begin(name, volume, read, undo);
      const owner = ownerOf();
      if (volume.waiting.size >= limit || volume.waiting.sizeOf(owner) >= share) {
        return Promise.reject(busy());
      }
      return new Promise<Result>((resolve, reject) => {
        volume.waiting.add(owner, {
          start: () => resolve(begin(name, volume, read, undo)),
          refuse: () => reject(unresponsive()),
        });
      });
    },
    close: (name, close) => {
      const closed = (closing.get(name) ?? Promise.resolve())
        .then(close)
        .catch(() => undefined)
        .finally(() => closing.get(name) === closed && closing.delete(name));
      closing.set(name, closed);
    },
  };
};

const suspicious = (limitMs: number): number => limitMs * 0.4;

const unresponsive = () =>
  new AppError(
    'ServiceUnavailable',
    'The drive of this library does not respond. Try again soon.',
    retryAfter(10),
  );
const busy = () =>
  new AppError(
    'ServiceUnavailable',
    'Too many files are being read from the drive of this library. Try again soon.',
    retryAfter(2),
  );
