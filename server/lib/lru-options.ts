/**
 * Bounds an `lru-cache` by entries. Its own `max` allocates memory for all in advance, 160 KiB for
 * ten thousand.
 */
export const maxEntries = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 });
