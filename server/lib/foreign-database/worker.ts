import { parentPort, workerData } from 'node:worker_threads';

import { openCopy, type CopyOptions, type OpenCopy } from './open-copy.ts';
import { ForeignDatabaseError } from './foreign-error.ts';

export interface ForeignQuery {
  sql: string;
  parameters: readonly unknown[];
  /** Whether to read the next batch of the query that runs, instead of starting it. */
  next: boolean;
}

export type ForeignReply =
  | { type: 'opened'; columns: Record<string, string[]> }
  | { type: 'rows'; rows: unknown[]; done: boolean }
  | { type: 'refused'; sentence: string }
  | { type: 'failed'; message: string };

/** Rows and characters of one batch. */
const batchRows = 1000;
const batchCharacters = 4 * 1024 * 1024;

const reply = (message: ForeignReply) => parentPort?.postMessage(message);
const guarded = (work: () => void) => {
  try {
    work();
  } catch (error) {
    if (error instanceof ForeignDatabaseError) {
      reply({ type: 'refused', sentence: error.message });
    } else {
      reply({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  }
};

const sizeOf = (row: Record<string, unknown>): number =>
  Object.values(row).reduce<number>(
    (size, value) =>
      size + (typeof value === 'string' || value instanceof Uint8Array ? value.length : 8),
    0,
  );

let copy: OpenCopy | undefined;
let running: IterableIterator<Record<string, unknown>> | undefined;
guarded(() => {
  copy = openCopy(workerData as CopyOptions);
  reply({ type: 'opened', columns: copy.columns });
});

const readBatch = ({ sql, parameters, next }: ForeignQuery) => {
  if (!copy) return;
  if (!next) {
    running?.return?.();
    running = copy.database.prepare<unknown[], Record<string, unknown>>(sql).iterate(...parameters);
  }
  const rows: Record<string, unknown>[] = [];
  let size = 0;
  while (running && rows.length < batchRows && size < batchCharacters) {
    const result: IteratorResult<Record<string, unknown>, unknown> = running.next();
    if (result.done === true) {
      running = undefined;
      break;
    }
    rows.push(result.value);
    size += sizeOf(result.value);
  }
  reply({ type: 'rows', rows, done: running === undefined });
};

parentPort?.on('message', (request: ForeignQuery | 'close') => {
  if (request !== 'close') {
    guarded(() => readBatch(request));
    return;
  }
  running?.return?.();
  copy?.database.close();
  parentPort?.close();
});
