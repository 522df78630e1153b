import { setImmediate as pause } from 'node:timers/promises';

import { type Line, linesPerBatch } from './lines-store.ts';
import type { ImportsStore } from './store.ts';

/** Calls `work` with the lines of a kind that are not left out, in batches between which others work. */
export const eachLine = async <Kind extends 'series' | 'book'>(
  store: Pick<ImportsStore, 'batch'>,
  { importPk, kind, signal }: { importPk: number; kind: Kind; signal: AbortSignal },
  work: (lines: Line<Kind>[]) => void,
): Promise<void> => {
  for (let after = 0; ;) {
    const lines = store.batch(importPk, kind, after, linesPerBatch);
    if (lines.length === 0) return;
    work(lines.filter(({ choice }) => choice !== 'skip'));
    after = lines.at(-1)?.pk ?? after;
    signal.throwIfAborted();
    await pause();
  }
};
