import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

import { maxInput } from './target.ts';
import type { FuzzMessage, FuzzWork } from './worker.ts';

export interface FuzzOptions {
  name: string;
  /** URL of a module that exports `target`. */
  module: string;
  seed: number;
  seconds: number;
  /** Folder for the inputs of failures. */
  failuresDir: string;
  /** Timeout per input: ms of a processor, on a busy machine several times as long. */
  hangMs?: number;
}

export interface FuzzReport {
  name: string;
  failed: boolean;
  /** One line; several for a failure. */
  text: string;
}

const mebibyte = 1024 * 1024;
/**
 * Heap limit for the parser, its inputs and results; a 64 KiB input that needs more is a failure.
 */
const maxHeapMiB = 256;
/**
 * Maximum growth over half a run (bytes): compiled code, grown buffers and the other thread's
 * memory.
 */
const maxGrowth = { heap: 16 * mebibyte, rss: 256 * mebibyte };

/** Concurrent targets; the smallest machine has two cores. */
export const targetsAtOnce = 2;
/** How much slower a thread is at most because of other programs. */
const maxSlowdown = 20;

const describe = (message: Extract<FuzzMessage, { type: 'done' }>): string => {
  const { runs, corpus, slowestMs, growth } = message;
  const memory = `${(growth.heap / mebibyte).toFixed(1)} MiB heap growth`;
  return `${runs} inputs, ${corpus} kept, slowest ${slowestMs.toFixed(0)} ms, ${memory}`;
};

/**
 * Feeds mutated inputs to a target in its own thread for a given time. Errors, hangs, excessive
 * memory use and leaks are failures; the current input is saved.
 */
export const fuzz = async ({
  name,
  module,
  seed,
  seconds,
  failuresDir,
  hangMs = 5000,
}: FuzzOptions): Promise<FuzzReport> => {
  const shared = new SharedArrayBuffer(8 + maxInput);
  const state = new Int32Array(shared, 0, 2);
  const work: FuzzWork = { module, seed, milliseconds: seconds * 1000, shared };
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMiB },
  });

  const failure = (reason: string): FuzzReport => {
    const input = Buffer.from(new Uint8Array(shared, 8, Atomics.load(state, 1)));
    const digest = createHash('sha1').update(input).digest('hex').slice(0, 12);
    const path = join(failuresDir, `${name}-${digest}`);
    mkdirSync(failuresDir, { recursive: true });
    writeFileSync(path, input);
    return { name, failed: true, text: `seed ${seed}, input saved as ${path}\n${reason}` };
  };

  const judge = (message: FuzzMessage): FuzzReport => {
    if (message.type === 'failed') return failure(message.reason);
    const { heap, rss } = message.growth;
    const grew = heap > maxGrowth.heap || rss > maxGrowth.rss;
    const text = describe(message);
    return { name, failed: grew, text: grew ? `Memory grew (seed ${seed}): ${text}` : text };
  };

  return new Promise<FuzzReport>((resolve) => {
    let seen = -1;
    let seenAt = 0;
    let usageThen = process.cpuUsage();
    const watchdog = setInterval(() => {
      const runs = Atomics.load(state, 0);
      if (runs !== seen) {
        seen = runs;
        seenAt = performance.now();
        usageThen = process.cpuUsage();
        return;
      }
      const { user, system } = process.cpuUsage(usageThen);
      const isStuck =
        (user + system) / 1000 > targetsAtOnce * hangMs ||
        performance.now() - seenAt > maxSlowdown * hangMs;
      if (runs > 0 && isStuck) {
        finish(failure(`It hangs: one input took more than ${hangMs / 1000} s of a processor.`));
      }
    }, 100);
    const finish = (report: FuzzReport) => {
      clearInterval(watchdog);
      void worker.terminate().then(() => resolve(report));
    };
    worker.on('message', (message: FuzzMessage) => finish(judge(message)));
    worker.on('error', (error) => finish(failure(String(error))));
  });
};
