import { AppError, notFound } from '../../../shared/errors.ts';
import type { Permission } from '../../../shared/permissions.ts';
import { conditionsOf, type ClientConditions } from '../../http/api/conditional-request.ts';
import type { Content } from '../../http/api/content.ts';
import { imageSize } from '../../media/image-size/image-size.ts';
import type { CollectionsService } from '../collections/service.ts';
import { createPlaceholderCover } from '../covers/placeholder-cover.ts';
import type { CoversService } from '../covers/service.ts';
import type { ReadListsService } from '../read-lists/service.ts';
import { komgaRoute, type KomgaRoute } from './route.ts';

interface ThumbnailOptions {
  covers: Pick<CoversService, 'book' | 'series'>;
  collections: Pick<CollectionsService, 'cover' | 'get'>;
  readLists: Pick<ReadListsService, 'cover' | 'get'>;
  /** Queries for records by id; null for an unknown one. */
  series: { get(userPk: null, id: string): unknown };
  books: { get(userPk: null, id: string): unknown };
}

/** A kind of entity that has covers. */
interface Covered {
  /** The path segment, `books`. */
  kind: string;
  /** The id's field name in the record, `bookId`. */
  idName: string;
  needs: readonly Permission[];
  /** Throws NotFound for an unknown id. */
  mustExist: (id: string) => unknown;
  cover: (id: string, reader?: ClientConditions) => Promise<Content>;
}

/** Covers, always as JPEG, and the lists of covers, each with the single generated one. */
export const komgaThumbnailRoutes = ({
  covers,
  collections,
  readLists,
  series,
  books,
}: ThumbnailOptions): KomgaRoute[] => {
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
): KomgaRoute[] => {
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
    komgaRoute(
      { method: 'GET', path: `${path}/thumbnail`, needs, answers: 'content' },
      async (input) => {
        const { id = '' } = input.params;
        const found = await cover(id, conditionsOf(input)).catch(nullWhereNone);
        if (found) return found;
        mustExist(id);
        // Web apps would request a missing cover again on every view.
        return placeholder();
      },
    ),
    komgaRoute({ method: 'GET', path: `${path}/thumbnails`, needs }, ({ params: { id = '' } }) =>
      list(id),
    ),
    komgaRoute(
      { method: 'GET', path: `${path}/thumbnails/:thumbnail`, needs, answers: 'content' },
      (input) => {
        const { id = '', thumbnail = '' } = input.params;
        if (thumbnail !== id) throw notFound('Thumbnail', thumbnail);
        return cover(id, conditionsOf(input));
      },
    ),
  ];
};

const nullWhereNone = (error: unknown): null => {
  if (error instanceof AppError && error.code === 'NotFound') return null;
  throw error;
};
