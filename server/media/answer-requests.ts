import { parentPort } from 'node:worker_threads';

import { fromSystemError, isSystemError, MediaError } from './media-error.ts';
import type { ThreadReply } from './worker-thread.ts';

/** Answers the requests to a thread that reads files. An error that is not the fault of a file ends the thread. */
export const answerRequests = <Request, Result>(
  resultOf: (request: Request) => Result | Promise<Result>,
): void => {
  const answer = async (request: Request): Promise<void> => {
    let reply: ThreadReply<Result>;
    try {
      reply = { type: 'done', result: await resultOf(request) };
    } catch (error) {
      if (!(error instanceof MediaError) && !isSystemError(error)) throw error;
      const { reason, message } = fromSystemError(error);
      reply = { type: 'failed', reason, sentence: message };
    }
    parentPort?.postMessage(reply);
  };
  parentPort?.on('message', (request: Request) => void answer(request));
};
