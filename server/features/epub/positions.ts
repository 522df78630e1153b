import type { PositionList, PublicationLink } from '../../../shared/api/epub.ts';
import { positionsOf, type StoredPage } from '../../media/stored-page.ts';

/** The Readium position list of a book whose pages are its reading order, one link per page. */
export const positionsOfBook = (
  pages: readonly StoredPage[],
  links: readonly PublicationLink[],
): PositionList => {
  const total = pages.reduce((sum, page) => sum + positionsOf(page), 0);
  let before = 0;
  const positions = pages.flatMap((page, index) => {
    const link = links[index];
    const count = positionsOf(page);
    const start = before;
    before += count;
    return Array.from({ length: link ? count : 0 }, (_, index) => ({
      href: link?.href ?? '',
      type: link?.type ?? page.media_type,
      ...(link?.title === undefined ? {} : { title: link.title }),
      locations: {
        position: start + index + 1,
        progression: index / count,
        totalProgression: (start + index) / total,
      },
    }));
  });
  return { total, positions };
};
