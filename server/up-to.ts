/**
 * The most that a cache of `lru-cache` keeps. Its own `max` takes the memory for all of it at once, 160 KiB for
 * ten thousand entries that never come.
 */
export const upTo = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 });
