import { AppError } from '../../shared/errors.ts';

interface Volume {
  running: number;
  /** Reads that have not answered in time, and still hold their threads. */
  silent: number;
  waiting: Waiting[];
}

interface Waiting {
  start: () => void;
  refuse: () => void;
}

export interface ReadGate {
  /**
   * Reads from the volume, a few at a time. Rejects with AppError ServiceUnavailable with Retry-After where the
   * volume does not answer in time, at once while it is known not to. The read itself cannot be stopped.
   */
  run<Result>(volume: string, read: () => Promise<Result>): Promise<Result>;
  /** Whether every read that may go on at a time hangs. */
  isSilent(volume: string): boolean;
}

/**
 * Keeps a drive that hangs from holding the threads that all files, names and passwords need: a read on it holds
 * one until the drive answers, which may be never.
 */
export const createReadGate = ({
  concurrency = 3,
  limitMs = 5000,
  onSilent = () => undefined,
}: {
  concurrency?: number;
  /** How long a read may take. A disk that spins up answers within seconds. */
  limitMs?: number;
  /** Called when a volume falls silent, and when it answers again. */
  onSilent?: (volume: string) => void;
} = {}): ReadGate => {
  const volumes = new Map<string, Volume>();
  const isSilent = (name: string): boolean => (volumes.get(name)?.silent ?? 0) >= concurrency;

  const next = (name: string, volume: Volume): void => {
    if (volume.running === 0 && volume.waiting.length === 0) volumes.delete(name);
    else if (volume.running < concurrency) volume.waiting.shift()?.start();
  };

  const begin = <Result>(name: string, volume: Volume, read: () => Promise<Result>) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    volume.running += 1;
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      volume.silent += 1;
      reject(silence());
      if (volume.silent !== concurrency) return;
      for (const { refuse } of volume.waiting.splice(0)) refuse();
      onSilent(name);
    }, limitMs);
    const done = () => {
      clearTimeout(late);
      const wasSilent = volume.silent >= concurrency;
      volume.running -= 1;
      if (isLate) volume.silent -= 1;
      next(name, volume);
      if (wasSilent && isLate) onSilent(name);
    };
    void Promise.resolve().then(read).then(resolve, reject).finally(done);
    return promise;
  };

  return {
    isSilent,
    run: <Result>(name: string, read: () => Promise<Result>) => {
      const volume = volumes.get(name) ?? { running: 0, silent: 0, waiting: [] };
      volumes.set(name, volume);
      if (isSilent(name)) return Promise.reject(silence());
      if (volume.running < concurrency) return begin(name, volume, read);
      return new Promise<Result>((resolve, reject) => {
        volume.waiting.push({
          start: () => resolve(begin(name, volume, read)),
          refuse: () => reject(silence()),
        });
      });
    },
  };
};

const silence = () =>
  new AppError('ServiceUnavailable', 'The drive of this library does not answer. Try again soon.', {
    headers: { 'Retry-After': '10' },
  });
