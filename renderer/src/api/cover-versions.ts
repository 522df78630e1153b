import { create } from 'zustand';

import { bookThumbnailUrl, seriesThumbnailUrl } from './client.ts';

/** Number of cover changes per book or series since the page was loaded. */
const useVersions = create<Record<string, number>>(() => ({}));

export const bumpCoverVersion = (id: string): void =>
  useVersions.setState((versions) => ({ [id]: (versions[id] ?? 0) + 1 }));

/** URL of a book's cover; it changes when the server announces a new cover. */
export const useBookCover = (id: string): string =>
  bookThumbnailUrl(
    id,
    useVersions((versions) => versions[id]),
  );

export const useSeriesCover = (id: string): string =>
  seriesThumbnailUrl(
    id,
    useVersions((versions) => versions[id]),
  );
