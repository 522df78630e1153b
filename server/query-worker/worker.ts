import { parentPort, workerData } from 'node:worker_threads';

import { connect } from '../database/database.ts';
import { createQueries, type Queries } from './queries.ts';

export interface QueryWorkerData {
  databasePath: string;
  /** A single number: not 0 cancels the query. */
  stop: Int32Array;
}

export interface QueryRequest {
  name: keyof Queries;
  input: unknown[];
  /** See `Database`. */
  viewer: number | null;
}

export type QueryReply = { answer: unknown } | { error: string };

const { databasePath, stop } = workerData as QueryWorkerData;
let viewer: number | null = null;
const database = connect(databasePath, {
  viewer: () => viewer,
  addFunctions: (connection) =>
    connection.function('abort_if_cancelled', { directOnly: true }, () => {
      if (Atomics.load(stop, 0) !== 0) throw new Error('given up');
      return 1;
    }),
});
database.pragma('query_only = ON');
const reads = createQueries(database);

const read = ({ name, input, viewer: requester }: QueryRequest): QueryReply => {
  viewer = requester;
  try {
    return { answer: (reads[name] as (...input: unknown[]) => unknown)(...input) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
};

parentPort?.on('message', (request: QueryRequest | 'close') => {
  if (request !== 'close') {
    parentPort?.postMessage(read(request));
    return;
  }
  database.close();
  parentPort?.close();
});
