import { parentPort, workerData } from 'node:worker_threads';

import { connect } from '../database/database.ts';
import { createReads, type Reads } from './reads.ts';

export interface ReadWorkerData {
  databasePath: string;
  /** One number: not 0 means that the read is to be given up. */
  stop: Int32Array;
}

export interface ReadRequest {
  name: keyof Reads;
  input: unknown[];
}

export type ReadReply = { answer: unknown } | { error: string };

const { databasePath, stop } = workerData as ReadWorkerData;
const database = connect(databasePath);
database.pragma('query_only = ON');
database.function('still_running', { directOnly: true }, () => {
  if (Atomics.load(stop, 0) !== 0) throw new Error('given up');
  return 1;
});
const reads = createReads(database);

const read = ({ name, input }: ReadRequest): ReadReply => {
  try {
    return { answer: (reads[name] as (...input: unknown[]) => unknown)(...input) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
};

parentPort?.on('message', (request: ReadRequest | 'close') => {
  if (request !== 'close') {
    parentPort?.postMessage(read(request));
    return;
  }
  database.close();
  parentPort?.close();
});
