import type { Response } from 'express';

/** Aborted when the client disconnects before the response is complete. */
export const abortOnClose = (response: Response): AbortSignal => {
  const controller = new AbortController();
  response.on('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
};
