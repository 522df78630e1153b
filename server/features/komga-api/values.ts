/** A timestamp in the format: without fractional seconds, which one client parses as the year 1. */
export const seconds = (time: string): string => `${time.slice(0, 19)}Z`;

const units = ['KiB', 'MiB', 'GiB'] as const;

/** `fileSize(1536)` is `1.5 KiB`. */
export const fileSize = (bytes: number): string => {
  if (bytes < 1024) return `${bytes} B`;
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), units.length);
  return `${(bytes / 1024 ** power).toFixed(1)} ${units[power - 1] ?? ''}`;
};
