import { create } from 'zustand';

import { bookThumbnailUrl, seriesThumbnailUrl } from './client.ts';

/** How often the cover of a book or series has changed since the page was opened. */
const useVersions = create<Record<string, number>>(() => ({}));

export const bumpCoverVersion = (id: string): void =>
  useVersions.setState((versions) => ({ [id]: (versions[id] ?? 0) + 1 }));

/** The address of a book's cover; it changes when the server announces a new one. */
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
