import { AppError, notFound } from '../../../shared/errors.ts';
import type { Permission } from '../../../shared/permissions.ts';
import { readerOf, type ContentReader } from '../../http/content-reader.ts';
import type { Content } from '../../http/content.ts';
import { imageSize } from '../../media/image-size/image-size.ts';
import type { CollectionsService } from '../collections/service.ts';
import type { CoversService } from '../covers/service.ts';
import type { ReadListsService } from '../read-lists/service.ts';
import { compatRoute, type CompatRoute } from './route.ts';

interface ThumbnailOptions {
  covers: Pick<CoversService, 'book' | 'series'>;
  collections: Pick<CollectionsService, 'cover'>;
  readLists: Pick<ReadListsService, 'cover'>;
}

/** Covers as JPEG, whatever a client accepts, and the lists of them: each has the one that is made here. */
export const compatThumbnailRoutes = ({
  covers,
  collections,
  readLists,
}: ThumbnailOptions): CompatRoute[] => {
  const jpeg = undefined;
  return [
    ...ofKind('books', 'bookId', 'books-read', (id, reader) => covers.book(id, jpeg, reader)),
    ...ofKind('series', 'seriesId', 'series-read', (id, reader) => covers.series(id, jpeg, reader)),
    ...ofKind('collections', 'collectionId', 'collections-read', (id, reader) =>
      collections.cover(id, jpeg, reader),
    ),
    ...ofKind('readlists', 'readListId', 'read-lists-read', (id, reader) =>
      readLists.cover(id, jpeg, reader),
    ),
  ];
};

const ofKind = (
  kind: string,
  idName: string,
  permission: Permission,
  cover: (id: string, reader?: ContentReader) => Promise<Content>,
): CompatRoute[] => {
  const needs = [permission];
  const path = `/api/v1/${kind}/:id`;
  const list = async (id: string) => {
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
    compatRoute({ method: 'GET', path: `${path}/thumbnail`, needs, answers: 'content' }, (input) =>
      cover(input.params.id ?? '', readerOf(input)),
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
