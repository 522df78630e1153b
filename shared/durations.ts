/** Durations, ms. */
export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** The time some days earlier, ISO 8601. */
export const daysBefore = (time: Date, days: number): string =>
  new Date(time.getTime() - days * dayMs).toISOString();
