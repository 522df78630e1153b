import { create } from 'zustand';

import { bookThumbnailUrl, seriesThumbnailUrl } from './client.ts';

/** Number of cover changes per book or series since the page was loaded. */
const useVersions = create<Record<string, number>>(() => ({}));

export const bumpCoverVersion = (id: string): void =>
  useVersions.setState((versions) => ({ [id]: (versions[id] ?? 0) + 1 }));

interface Covered {
  id: string;
  /** Absent where it is not known. */
  has_cover?: boolean;
}

const useCover = (url: typeof bookThumbnailUrl, { id, has_cover: hasCover }: Covered): string => {
  const version = useVersions((versions) => versions[id]);
  return hasCover === false && version === undefined ? '' : url(id, version);
};

/** URL of a book's cover, empty without one; it changes when the server announces a new cover. */
export const useBookCover = (book: Covered): string => useCover(bookThumbnailUrl, book);

export const useSeriesCover = (series: Covered): string => useCover(seriesThumbnailUrl, series);
