import { parentPort } from 'node:worker_threads';

import type { FileStamp } from '../file-stamp.ts';
import type { Limits } from '../limits.ts';
import { fromSystemError, isSystemError, MediaError } from '../media-error.ts';
import type { ThreadReply } from '../worker-thread.ts';
import { writeEpub } from './derive-epub.ts';

export interface DeriveRequest {
  path: string;
  stamp: FileStamp;
  /** Where the EPUB is written. */
  target: string;
  limits: Limits;
}

const answer = async ({ path, ...request }: DeriveRequest): Promise<void> => {
  let reply: ThreadReply<null>;
  try {
    await writeEpub(path, request);
    reply = { type: 'done', result: null };
  } catch (error) {
    if (!(error instanceof MediaError) && !isSystemError(error)) throw error;
    const { reason, message } = fromSystemError(error);
    reply = { type: 'failed', reason, sentence: message };
  }
  parentPort?.postMessage(reply);
};

parentPort?.on('message', (request: DeriveRequest) => void answer(request));
