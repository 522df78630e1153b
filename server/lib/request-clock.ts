/** How long after a request further ones are expected (ms): longer than a reader needs between two pages of a list. */
const recentMs = 300;

/** The time of the last request, in memory that all threads share. */
export type RequestClock = Int32Array<SharedArrayBuffer>;

export const createRequestClock = (): RequestClock => new Int32Array(new SharedArrayBuffer(4));

export const noteRequest = (clock: RequestClock): void => {
  // The lower 32 bits are enough to compare times, because a difference wraps in the same way.
  Atomics.store(clock, 0, Date.now() | 0);
};

/** Whether the server is answering requests, so that background work leaves them a processor. */
export const isServing = (clock: RequestClock): boolean => {
  const passedMs = ((Date.now() | 0) - Atomics.load(clock, 0)) | 0;
  return passedMs >= 0 && passedMs < recentMs;
};
