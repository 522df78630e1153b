import { AppError, notFound } from '../../../shared/errors.ts';
import type { Permission } from '../../../shared/permissions.ts';
import { readerOf, type ContentReader } from '../../http/content-reader.ts';
import type { Content } from '../../http/content.ts';
import { imageSize } from '../../media/image-size/image-size.ts';
import type { CollectionsService } from '../collections/service.ts';
import { createPlaceholderCover } from '../covers/placeholder-cover.ts';
import type { CoversService } from '../covers/service.ts';
import type { ReadListsService } from '../read-lists/service.ts';
import { compatRoute, type CompatRoute } from './route.ts';

interface ThumbnailOptions {
  covers: Pick<CoversService, 'book' | 'series'>;
  collections: Pick<CollectionsService, 'cover' | 'get'>;
  readLists: Pick<ReadListsService, 'cover' | 'get'>;
  /** Records by id; null for an unknown one. */
  series: { get(userPk: null, id: string): unknown };
  books: { get(userPk: null, id: string): unknown };
}

/** Something that has a cover. */
interface Covered {
  /** `books`, as in the path. */
  kind: string;
  /** `bookId`, as in the record. */
  idName: string;
  needs: readonly Permission[];
  /** Throws NotFound for an unknown id. */
  mustExist: (id: string) => unknown;
  cover: (id: string, reader?: ContentReader) => Promise<Content>;
}

/** Covers as JPEG, whatever a client accepts, and lists of them: each has the one that Octavo made. */
export const compatThumbnailRoutes = ({
  covers,
  collections,
  readLists,
  series,
  books,
}: ThumbnailOptions): CompatRoute[] => {
  const jpeg = undefined;
  const known = (record: unknown, what: string, id: string) => {
    if (record === null) throw notFound(what, id);
  };
  const covered: Covered[] = [
    {
      kind: 'books',
      idName: 'bookId',
      needs: ['books-read'],
      mustExist: (id) => known(books.get(null, id), 'Book', id),
      cover: (id, reader) => covers.book(id, jpeg, reader),
    },
    {
      kind: 'series',
      idName: 'seriesId',
      needs: ['series-read'],
      mustExist: (id) => known(series.get(null, id), 'Series', id),
      cover: (id, reader) => covers.series(id, jpeg, reader),
    },
    {
      kind: 'collections',
      idName: 'collectionId',
      needs: ['collections-read'],
      mustExist: collections.get,
      cover: (id, reader) => collections.cover(id, jpeg, reader),
    },
    {
      kind: 'readlists',
      idName: 'readListId',
      needs: ['read-lists-read'],
      mustExist: readLists.get,
      cover: (id, reader) => readLists.cover(id, jpeg, reader),
    },
  ];
  const placeholder = createPlaceholderCover();
  return covered.flatMap((kind) => routesOf(kind, placeholder));
};

const routesOf = (
  { kind, idName, needs, mustExist, cover }: Covered,
  placeholder: () => Promise<Content>,
): CompatRoute[] => {
  const path = `/api/v1/${kind}/:id`;
  const list = async (id: string) => {
    mustExist(id);
    const content = await cover(id).catch(nullWhereNone);
    if (!content || !Buffer.isBuffer(content.body)) return [];
    const { width = 0, height = 0 } = imageSize(content.body) ?? {};
    return [
      {
        id,
        [idName]: id,
        type: 'GENERATED',
        selected: true,
        mediaType: content.media_type,
        fileSize: content.body.length,
        width,
        height,
      },
    ];
  };
  return [
    compatRoute(
      { method: 'GET', path: `${path}/thumbnail`, needs, answers: 'content' },
      async (input) => {
        const { id = '' } = input.params;
        const found = await cover(id, readerOf(input)).catch(nullWhereNone);
        if (found) return found;
        mustExist(id);
        // Web apps ask for a missing cover again at each view.
        return placeholder();
      },
    ),
    compatRoute({ method: 'GET', path: `${path}/thumbnails`, needs }, ({ params: { id = '' } }) =>
      list(id),
    ),
    compatRoute(
      { method: 'GET', path: `${path}/thumbnails/:thumbnail`, needs, answers: 'content' },
      (input) => {
        const { id = '', thumbnail = '' } = input.params;
        if (thumbnail !== id) throw notFound('Thumbnail', thumbnail);
        return cover(id, readerOf(input));
      },
    ),
  ];
};

const nullWhereNone = (error: unknown): null => {
  if (error instanceof AppError && error.code === 'NotFound') return null;
  throw error;
};
