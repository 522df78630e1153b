import { setImmediate as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';

import { mutate } from './mutate.ts';
import { createRandom } from '../server/testing/random.ts';
import { maxInput, type Target } from './target.ts';

export interface FuzzWork {
  /** URL of a module that exports `target`. */
  module: string;
  seed: number;
  milliseconds: number;
  /** Number of inputs started and length of the current one, followed by its bytes. */
  shared: SharedArrayBuffer;
}

export type FuzzMessage =
  | { type: 'failed'; reason: string }
  | { type: 'done'; runs: number; corpus: number; slowestMs: number; growth: Memory };

/** Bytes in use after garbage collection. */
interface Memory {
  heap: number;
  rss: number;
}

/** Maximum size of the corpus. */
const maxCorpus = 1000;

const { module, seed, milliseconds, shared } = workerData as FuzzWork;
const { target } = (await import(module)) as { target: Target };
const random = createRandom(seed);
const state = new Int32Array(shared, 0, 2);
const current = Buffer.from(shared, 8, maxInput);

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const memory = async (): Promise<Memory> => {
  // Memory of collected Buffers is released slightly later, so collect several times.
  for (let round = 0; round < 3; round += 1) {
    collectGarbage();
    await pause();
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heap: heapUsed + external, rss };
};

let runs = 0;
let slowestMs = 0;
const ways = new Set<string>();

/** Runs an input, visible to the watchdog; returns the path taken. */
const run = async (input: Buffer): Promise<string> => {
  current.set(input);
  state[1] = input.length;
  runs += 1;
  Atomics.store(state, 0, runs);
  const started = performance.now();
  const way = await target.run(input);
  slowestMs = Math.max(slowestMs, performance.now() - started);
  return way;
};

const fuzz = async (): Promise<FuzzMessage> => {
  const started = performance.now();
  const corpus = target.seeds().map((bytes) => Buffer.from(bytes.subarray(0, maxInput)));
  for (const input of corpus) ways.add(await run(input));
  let atHalf: Memory | null = null;
  for (;;) {
    const elapsed = performance.now() - started;
    if (elapsed >= milliseconds) break;
    // From here on the corpus is fixed, so that further growth is a leak.
    if (atHalf === null && elapsed >= milliseconds / 2) atHalf = await memory();
    const other = random.pick(corpus);
    const input = mutate(random.pick(corpus), { random, tokens: target.tokens, other });
    const way = await run(input);
    if (atHalf === null && corpus.length < maxCorpus && !ways.has(way)) {
      ways.add(way);
      corpus.push(Buffer.from(input));
    }
  }
  const atEnd = await memory();
  const { heap, rss } = atHalf ?? atEnd;
  const growth = { heap: atEnd.heap - heap, rss: atEnd.rss - rss };
  return { type: 'done', runs, corpus: corpus.length, slowestMs, growth };
};

try {
  parentPort?.postMessage((await fuzz()) satisfies FuzzMessage);
} catch (error) {
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  parentPort?.postMessage({ type: 'failed', reason } satisfies FuzzMessage);
}
