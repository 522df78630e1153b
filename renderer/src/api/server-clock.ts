/** Offset of the server's clock from this device's (ms); 0 until the first response. */
let ahead = 0;

/** Computes the offset from a response's `Date` header, which has a resolution of one second. */
export const learnServerTime = (date: string | null): void => {
  const server = Date.parse(date ?? '');
  if (!Number.isNaN(server)) ahead = server - Date.now();
};

/**
 * Converts a timestamp of this device (ms) to server time, because device clocks are often wrong.
 */
export const toServerTime = (time: number): string =>
  new Date(Math.abs(ahead) < 2000 ? time : time + ahead).toISOString();
