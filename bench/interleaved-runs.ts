import { performance } from 'node:perf_hooks';

import { figure, record } from './figures.ts';
import { median } from './statistics.ts';

const readerCounts = [1, 4, 16];
/** Duration of one measurement of a side (ms); the sides alternate. */
const turnMs = 400;
const warmUps = 300;

/** Repeated work of one reader; `turn` is unique. */
export type Work = (turn: number) => Promise<unknown>;

export interface Side {
  name: string;
  /** Work of each reader, for a number of concurrent readers. */
  work: (atATime: number) => Work;
  /** CPU seconds used by this side. */
  cpu: () => Promise<number>;
  atATime?: (readers: number) => number;
  /** Runs before each measurement, which performs at most `most` repetitions. */
  before?: () => void;
  most?: number;
}

interface Turn {
  perSecond: number;
  /** CPU time per call (ms). */
  cpuMs: number;
}

const takeTurn = async (
  { cpu, before, most = Infinity }: Side,
  work: Work,
  lanes: number,
  count: { next: number },
): Promise<Turn> => {
  before?.();
  const cpuBefore = await cpu();
  const start = performance.now();
  let begun = 0;
  const lane = async () => {
    while (performance.now() - start < turnMs && begun < most) {
      begun += 1;
      await work(count.next++);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const ms = performance.now() - start;
  return { perSecond: (begun / ms) * 1000, cpuMs: (((await cpu()) - cpuBefore) * 1000) / begun };
};

/**
 * Measures both sides alternately, so that other load affects both alike; returns medians of the
 * ratios of all rounds.
 */
export const compare = async (
  what: string,
  ours: Side,
  base: Side,
  target: string,
  rounds: number,
) => {
  for (const readers of readerCounts) {
    const run = (side: Side) => {
      const work = side.work(readers);
      const lanes = side.atATime?.(readers) ?? readers;
      const count = { next: 0 };
      return () => takeTurn(side, work, lanes, count);
    };
    const [left, right] = [run(ours), run(base)];
    const pairs: { mine: Turn; other: Turn }[] = [];
    for (let round = 0; round <= rounds; round++) {
      const pair = { mine: await left(), other: await right() };
      // The first round is warm-up.
      if (round > 0) pairs.push(pair);
    }
    const middle = (value: (pair: { mine: Turn; other: Turn }) => number) =>
      median(pairs.map(value));
    const name = `${what} / ${base.name}, ${readers} at a time, requests a second`;
    const ratio = middle(({ mine, other }) => mine.perSecond / other.perSecond);
    record(figure(name, ratio, '×', target, 'more'));
    const figures = [
      middle(({ mine }) => mine.perSecond)
        .toFixed(0)
        .padStart(9),
      middle(({ other }) => other.perSecond)
        .toFixed(0)
        .padStart(9),
      `${ratio.toFixed(2)} ×`.padStart(9),
      middle(({ mine }) => mine.cpuMs)
        .toFixed(2)
        .padStart(9),
      middle(({ other }) => other.cpuMs)
        .toFixed(2)
        .padStart(9),
      `${middle(({ mine, other }) => mine.cpuMs / other.cpuMs).toFixed(2)} ×`.padStart(9),
    ];
    const title = `${what} / ${base.name}`.padEnd(44);
    console.log(`${title}${String(readers).padStart(4)}${figures.join('')}  ${target}`);
  }
};

/** Until the code of both sides is compiled. */
export const warm = async (sides: readonly Side[]) => {
  for (const side of sides) {
    const work = side.work(1);
    for (let turn = 0; turn < warmUps; turn++) await work(turn);
  }
};
