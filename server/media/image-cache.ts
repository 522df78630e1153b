import { LRUCache } from 'lru-cache';

export type ImageCache = Pick<LRUCache<string, Buffer>, 'get' | 'set' | 'clear'>;

/** How long an image stays after it was last sent, ms. */
const keptMs = 10 * 60 * 1000;

/**
 * Images that were sent, in memory up to `maxBytes`. A key must name one version of an image, as
 * its ETag does.
 */
export const createImageCache = (maxBytes: number): ImageCache =>
  new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    sizeCalculation: (bytes) => Math.max(1, bytes.length),
    ttl: keptMs,
    ttlAutopurge: true,
    updateAgeOnGet: true,
  });
