import { bookThumbnailUrl, seriesThumbnailUrl } from './client.ts';

interface Covered {
  id: string;
  has_cover: boolean;
}

/** URL of a book's cover, empty without one. A cover that follows new ones comes from `useBookCover`. */
export const bookCoverUrl = ({ id, has_cover: hasCover }: Covered): string =>
  hasCover ? bookThumbnailUrl(id) : '';

export const seriesCoverUrl = ({ id, has_cover: hasCover }: Covered): string =>
  hasCover ? seriesThumbnailUrl(id) : '';
