import { LRUCache } from 'lru-cache';

import { hourMs } from '../../../shared/durations.ts';
import { maxEntries } from '../../lib/lru-options.ts';
import type { ThumbnailKey } from '../../media/cover-files.ts';
import type { CoverSource, Thumbnails } from '../../media/thumbnails.ts';

interface WantedCover extends ThumbnailKey {
  sources: () => CoverSource[];
}

/**
 * Tells whether covers can be sent at once, and starts generating missing ones. A failed cover is retried
 * after an hour, not each time a list shows its book.
 */
export const createReadiness = (thumbnails: Pick<Thumbnails, 'get' | 'etag' | 'has'>) => {
  const tried = new LRUCache<string, true>({ ...maxEntries(10_000), ttl: hourMs });
  return {
    isReady: async (find: () => WantedCover | null): Promise<boolean> => {
      const cover = find();
      if (cover === null) return false;
      if ((await thumbnails.has(cover, 'webp')) || (await thumbnails.has(cover, 'jpeg'))) {
        return true;
      }
      const etag = thumbnails.etag(cover, 'webp');
      if (!tried.has(etag)) {
        tried.set(etag, true);
        thumbnails.get(cover, cover.sources, 'webp').catch(() => null);
      }
      return false;
    },
    clear: () => tried.clear(),
  };
};
