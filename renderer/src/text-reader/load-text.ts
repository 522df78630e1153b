import { queryOptions } from '@tanstack/react-query';

import { getManifest, getPositions, type PublicationManifest } from '../../../shared/api/epub.ts';
import { api } from '../api/client.ts';
import { createPositions, readLocator, type Locator, type Positions } from '../books/locator.ts';
import { sendPlaces } from '../offline/places.ts';
import { loadOpenedBook, type OpenedBook } from '../reader/opened-book.ts';

/** A text that can be opened. */
export interface TextBook {
  book: OpenedBook;
  manifest: PublicationManifest;
  positions: Positions;
}

/** Each opening asks anew, for the place to resume at may have been moved by another device. */
export const textBookQuery = (id: string, listId: string | undefined) =>
  queryOptions({
    queryKey: ['text-reader', id, listId],
    queryFn: async ({ signal }): Promise<TextBook> => {
      await sendPlaces();
      const params = { id };
      const [book, manifest, positions] = await Promise.all([
        loadOpenedBook(id, listId, signal),
        api.call(getManifest, { params, signal }),
        api.call(getPositions, { params, signal }),
      ]);
      return { book, manifest, positions: createPositions(positions) };
    },
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });

/**
 * Where a page is, as exactly as is known: by the locator that was written with it, otherwise where the
 * page begins. A locator of another page is older than the page.
 */
export const placeOf = (
  positions: Positions,
  page: number,
  location: string | null,
): Locator | null => {
  const exact = readLocator(location);
  return exact?.locations.position === page ? exact : positions.locatorOf(page);
};
