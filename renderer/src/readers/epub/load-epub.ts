import {
  getManifest,
  getPositions,
  type PublicationManifest,
} from '../../../../shared/api/epub.ts';
import { api } from '../../api/client.ts';
import { sendPendingProgress } from '../../offline/sync-progress.ts';
import { loadOpenedBook, type OpenedBook } from '../shell/opened-book.ts';
import { readerQuery } from '../shell/reader-page.ts';
import { createPositions, type Positions } from './engine/locator.ts';

/** An EPUB that can be opened. */
export interface EpubBook {
  book: OpenedBook;
  manifest: PublicationManifest;
  positions: Positions;
}

export const epubBookQuery = (id: string, listId: string | undefined) =>
  readerQuery('text-reader', id, listId, async (signal): Promise<EpubBook> => {
    await sendPendingProgress();
    const params = { id };
    const [book, manifest, positions] = await Promise.all([
      loadOpenedBook(id, listId, signal),
      api.call(getManifest, { params, signal }),
      api.call(getPositions, { params, signal }),
    ]);
    return { book, manifest, positions: createPositions(positions) };
  });
