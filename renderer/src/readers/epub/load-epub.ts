import { basePath } from '../../api/base-path.ts';
import {
  getManifest,
  getPositions,
  type PositionList,
  type PublicationManifest,
} from '../../../../shared/api/epub.ts';
import { api } from '../../api/client.ts';
import { loadOrOpenDownload, replaceOutdatedDownload } from '../../offline/open-download.ts';
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
  readerQuery('text-reader', id, listId, (signal) =>
    loadOrOpenDownload(
      id,
      signal,
      async (patience): Promise<EpubBook> => {
        const params = { id };
        const [book, manifest, positions] = await Promise.all([
          loadOpenedBook(id, listId, patience),
          api.call(getManifest, { params, signal: patience }),
          api.call(getPositions, { params, signal: patience }),
        ]);
        return replaceOutdatedDownload(toEpubBook(book, manifest, positions));
      },
      ({ book, document }) =>
        document?.kind === 'text' ? toEpubBook(book, document.manifest, document.positions) : null,
    ),
  );

const toEpubBook = (
  book: OpenedBook,
  manifest: PublicationManifest,
  positions: PositionList,
): EpubBook => ({
  book,
  manifest: withoutBase(manifest),
  positions: createPositions(withoutBase(positions)),
});

/**
 * Takes the base path off the links of a document: positions are stored without it, because it
 * differs between the addresses of a server.
 */
export const withoutBase = <Body>(body: Body): Body =>
  basePath === ''
    ? body
    : (JSON.parse(
        JSON.stringify(body, (name, value: unknown) =>
          name === 'href' && typeof value === 'string' && value.startsWith(`${basePath}/`)
            ? value.slice(basePath.length)
            : value,
        ),
      ) as Body);
