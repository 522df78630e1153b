import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { performance } from 'node:perf_hooks';

export interface Measured {
  ms: number;
  /** CPU time of all threads, which is less affected by other programs than wall time. */
  cpuMs: number;
  /** Bytes read by the process; NaN if the system does not report them. */
  read: number;
}

const bytesRead = (): number => {
  try {
    return Number(/rchar: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
  } catch {
    return NaN;
  }
};

export const measure = async (work: () => unknown): Promise<Measured> => {
  const read = bytesRead();
  const cpu = process.cpuUsage();
  const start = performance.now();
  await work();
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  return { ms, cpuMs: (user + system) / 1000, read: bytesRead() - read };
};

export const medianOf = (values: readonly Measured[]): Measured =>
  values.toSorted((a, b) => a.ms - b.ms)[Math.floor((values.length - 1) / 2)] ?? {
    ms: NaN,
    cpuMs: NaN,
    read: NaN,
  };

/** Background threads run at lower priority, so the baseline must, too. */
export const runAsInBackground = (): void => {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
};

export interface Compared {
  ours: Measured;
  base: Measured;
}

const number = (value: number, digits: number) =>
  (Number.isNaN(value) ? '–' : value.toFixed(digits)).padStart(10);

const heading = ['ms', 'cpu ms', 'books/s', 'KiB/book', 'base ms', '× base', '× its cpu', 'growth'];

export const printHeading = (title: string): void => {
  console.log(`\n${title.padEnd(40)}${heading.map((text) => text.padStart(10)).join('')}  target`);
};

/** Prints a table row; `growth` is the exponent against a tenth of the size. */
export const printCompared = (
  name: string,
  { ours, base }: Compared,
  { books, growth = NaN, target = '' }: { books: number; growth?: number; target?: string },
): void => {
  console.log(
    name.padEnd(40) +
      number(ours.ms, 0) +
      number(ours.cpuMs, 0) +
      number((books / ours.ms) * 1000, 0) +
      number(ours.read / books / 1024, 1) +
      number(base.ms, 0) +
      number(ours.ms / base.ms, 2) +
      number(ours.cpuMs / base.cpuMs, 2) +
      number(growth, 2) +
      `  ${target}`,
  );
};
