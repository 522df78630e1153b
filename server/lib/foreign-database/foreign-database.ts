import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

import { workerUrl } from '../../config/resolve-path.ts';
import { withTimeout } from '../with-timeout.ts';
import { copyForeign } from './copy-foreign.ts';
import { ForeignDatabaseError } from './foreign-error.ts';
import type { CopyOptions, ForeignSchema } from './open-copy.ts';
import type { ForeignQuery, ForeignReply } from './worker.ts';

export { ForeignDatabaseError, newerVersion } from './foreign-error.ts';
export type { ForeignSchema } from './open-copy.ts';

/** A copy of another program's database, read in a thread of its own. */
export interface ForeignDatabase {
  /** Whether this version of the program has the table, or the column of it. */
  has(table: string, column?: string): boolean;
  /**
   * The rows of a query, in batches; one query at a time. Only the tables and columns of the schema
   * can be relied on. Throws ForeignDatabaseError.
   */
  batches<Row>(sql: string, ...parameters: unknown[]): AsyncGenerator<Row[]>;
  /** All rows of a query that has few. */
  all<Row>(sql: string, ...parameters: unknown[]): Promise<Row[]>;
  /** Ends the thread and deletes the copy. */
  close(): Promise<void>;
}

export interface ForeignLimits {
  /** Of the database with its log. */
  maxBytes: number;
  maxRows: number;
  maxValueBytes: number;
  /** For checking the database, and for each batch of rows; ms. */
  maxMs: number;
  /** Heap of the thread, MiB. */
  maxHeapMiB: number;
}

export const foreignLimits: ForeignLimits = {
  maxBytes: 4 * 1024 ** 3,
  maxRows: 20_000_000,
  maxValueBytes: 16 * 1024 ** 2,
  maxMs: 60_000,
  maxHeapMiB: 256,
};

/** How long the thread can take to close, ms. */
const closeMs = 2000;

/**
 * Copies a database into `folder` and opens the copy, with limits, so that no code in it runs.
 * Throws ForeignDatabaseError with a sentence for a database that is damaged, half-written, unknown
 * or hostile.
 *
 * @param program name of the program that writes such databases
 * @param folder for the copy, which is deleted at the end
 */
export const openForeignDatabase = async (
  file: string,
  {
    program,
    schema,
    folder,
    limits: given = {},
    signal = new AbortController().signal,
  }: {
    program: string;
    schema: ForeignSchema;
    folder: string;
    limits?: Partial<ForeignLimits>;
    signal?: AbortSignal;
  },
): Promise<ForeignDatabase> => {
  const limits = { ...foreignLimits, ...given };
  const home = await mkdtemp(join(folder, 'foreign-'));
  const remove = () => rm(home, { recursive: true, force: true });
  try {
    const path = await copyForeign(file, home, { program, maxBytes: limits.maxBytes, signal });
    const thread = startThread({ path, program, schema, ...limits }, limits, signal);
    try {
      const opened = await thread.reply();
      if (opened.type !== 'opened') throw new Error('The thread answered before it opened');
      return createDatabase(thread, opened.columns, remove);
    } catch (error) {
      await thread.end();
      throw error;
    }
  } catch (error) {
    await remove();
    throw error;
  }
};

type Thread = ReturnType<typeof startThread>;
type Answer = Exclude<ForeignReply, { type: 'refused' | 'failed' }>;

const startThread = (
  { path, program, schema, maxRows, maxValueBytes }: CopyOptions,
  { maxMs, maxHeapMiB }: ForeignLimits,
  signal: AbortSignal,
) => {
  const workerData: CopyOptions = { path, program, schema, maxRows, maxValueBytes };
  const worker = new Worker(workerUrl('server/lib/foreign-database/worker'), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMiB, maxYoungGenerationSizeMb: 32 },
  });
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  worker.on('error', () => undefined);

  /** The next message; ends the wait, not yet the thread, after the time limit. */
  const reply = (): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(
        () =>
          settle(() =>
            reject(
              new ForeignDatabaseError(
                `Reading this database took longer than ${maxMs / 1000} seconds, so it was cancelled.`,
              ),
            ),
          ),
        maxMs,
      );
      const settle = (finish: () => void) => {
        clearTimeout(timer);
        worker.off('message', onMessage);
        worker.off('error', onError);
        worker.off('exit', onExit);
        signal.removeEventListener('abort', onAbort);
        finish();
      };
      const onMessage = (message: ForeignReply) =>
        settle(() => {
          if (message.type === 'refused') reject(new ForeignDatabaseError(message.sentence));
          else if (message.type === 'failed') reject(new Error(message.message));
          else resolve(message);
        });
      const onError = (error: Error) =>
        settle(() =>
          reject(
            (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
              ? new ForeignDatabaseError('Reading this database needs too much memory.')
              : error,
          ),
        );
      const onExit = () => settle(() => reject(new Error('The thread of the database ended')));
      const onAbort = () => settle(() => reject(signal.reason as Error));
      worker.on('message', onMessage);
      worker.on('error', onError);
      worker.on('exit', onExit);
      signal.addEventListener('abort', onAbort);
      if (signal.aborted) onAbort();
    });

  return {
    reply,
    ask: (query: ForeignQuery): Promise<Answer> => {
      worker.postMessage(query);
      return reply();
    },
    end: async (): Promise<void> => {
      worker.postMessage('close');
      await withTimeout(exited, closeMs, undefined);
      // Does nothing to a thread that has ended; a statement in progress ends first.
      await withTimeout(worker.terminate(), closeMs, undefined);
    },
  };
};

const createDatabase = (
  thread: Thread,
  columns: Readonly<Record<string, string[]>>,
  remove: () => Promise<void>,
): ForeignDatabase => {
  const batches = async function* <Row>(
    sql: string,
    ...parameters: unknown[]
  ): AsyncGenerator<Row[]> {
    for (let next = false; ; next = true) {
      const answer = await thread.ask({ sql, parameters, next });
      if (answer.type !== 'rows') throw new Error('The thread answered something else');
      if (answer.rows.length > 0) yield answer.rows as Row[];
      if (answer.done) return;
    }
  };
  return {
    has: (table, column) =>
      columns[table] !== undefined && (column === undefined || columns[table].includes(column)),
    batches,
    all: async <Row>(sql: string, ...parameters: unknown[]) => {
      const rows: Row[] = [];
      for await (const batch of batches<Row>(sql, ...parameters)) rows.push(...batch);
      return rows;
    },
    close: async () => {
      await thread.end();
      await remove();
    },
  };
};
