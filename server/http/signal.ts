import type { Response } from 'express';

/** Aborted when the client goes away before its answer is complete. */
export const abortedBy = (response: Response): AbortSignal => {
  const controller = new AbortController();
  response.on('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
};
