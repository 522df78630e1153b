/** Milliseconds by which the clock of the server is ahead of this device's; 0 until it has answered. */
let ahead = 0;

/** Learns the difference from the header `Date` of an answer, which is exact to a second. */
export const learnServerTime = (date: string | null): void => {
  const server = Date.parse(date ?? '');
  if (!Number.isNaN(server)) ahead = server - Date.now();
};

/** A moment of this device (milliseconds) in the server's time: clocks of phones are often wrong. */
export const toServerTime = (at: number): string =>
  new Date(Math.abs(ahead) < 2000 ? at : at + ahead).toISOString();
