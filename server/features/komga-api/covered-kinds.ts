import { notFound } from '../../../shared/errors.ts';
import type { Permission } from '../../../shared/permissions.ts';
import type { ClientConditions } from '../../http/api/conditional-request.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { Content } from '../../http/api/content.ts';
import type { CoverUpload } from '../../../shared/api/cover-uploads.ts';
import type { CoverChoices } from '../covers/choices.ts';
import type { UploadedCovers } from '../covers/uploaded-covers.ts';
import type { CoversService } from '../covers/service.ts';
import type { ListCovers } from '../lists/list-covers.ts';
import { refuseWantToRead, wantToReadId, type KomgaLists } from './want-to-read.ts';

type CoversOfLists = Pick<
  ListCovers<unknown>,
  'cover' | 'automaticCover' | 'uploadOf' | 'resetCover' | 'uploadedCovers'
>;

export interface CoverServices {
  covers: Pick<CoversService, 'book' | 'series' | 'automatic'>;
  coverChoices: Pick<CoverChoices, 'reset' | 'uploadOf' | 'kept'>;
  collections: CoversOfLists;
  collectionLists: Pick<KomgaLists, 'get' | 'members'>;
  readLists: CoversOfLists;
  readListLists: Pick<KomgaLists, 'get' | 'members'>;
  /** Queries for records by id; null for an unknown one. */
  series: { get(userPk: null, id: string): unknown };
  books: { get(userPk: null, id: string): unknown };
}

/** Throws NotFound without a cover. */
type Cover = (caller: Caller, id: string, reader?: ClientConditions) => Promise<Content>;

/** A kind of entity that has covers. */
export interface CoveredKind {
  /** The path segment, `books`. */
  name: string;
  /** The id's field name in the record, `bookId`. */
  idName: string;
  needs: readonly Permission[];
  /** The permission to change a cover. */
  writes: Permission;
  /** Throws NotFound for an unknown id. */
  mustExist: (caller: Caller, id: string) => unknown;
  cover: Cover;
  /** The cover without an upload. */
  automatic: Cover;
  /** The name of the uploaded image. */
  uploadOf: (id: string) => string | null;
  /** All uploaded images; none for the caller's own list. */
  kept: (id: string) => Promise<readonly CoverUpload[]>;
  /** As WebP. */
  image: UploadedCovers['image'];
  /** Keeps an image without choosing it; returns it. */
  add: UploadedCovers['add'];
  choose: UploadedCovers['choose'];
  remove: UploadedCovers['remove'];
  reset: (id: string) => unknown;
}

/** Requests covers as JPEG. */
const jpeg = undefined;

export const coveredKinds = (services: CoverServices): CoveredKind[] => {
  const { covers, series, books } = services;
  return [
    ofRecords(services, 'book', {
      ...{ name: 'books', idName: 'bookId', needs: ['books-read'], writes: 'books-write' },
      mustExist: (_caller, id) => known(books.get(null, id), 'Book', id),
    }),
    ofRecords(services, 'series', {
      ...{ name: 'series', idName: 'seriesId', needs: ['series-read'], writes: 'series-write' },
      mustExist: (_caller, id) => known(series.get(null, id), 'Series', id),
    }),
    ofLists(services.collections, services.collectionLists, covers.series, {
      ...{ name: 'collections', idName: 'collectionId' },
      ...{ needs: ['collections-read'], writes: 'collections-write' },
    }),
    ofLists(services.readLists, services.readListLists, covers.book, {
      ...{ name: 'readlists', idName: 'readListId' },
      ...{ needs: ['read-lists-read'], writes: 'read-lists-write' },
    }),
  ];
};

type Names = Pick<CoveredKind, 'name' | 'idName' | 'needs' | 'writes'>;

const known = (record: unknown, what: string, id: string) => {
  if (record === null) throw notFound(what, id);
};

const actionsOf = ({ list, ...kept }: UploadedCovers) => ({ ...kept, kept: list });

const ofRecords = (
  { covers, coverChoices }: CoverServices,
  entity: 'book' | 'series',
  names: Names & Pick<CoveredKind, 'mustExist'>,
): CoveredKind => ({
  ...names,
  cover: (_caller, id, reader) => covers[entity](id, jpeg, reader),
  automatic: (_caller, id, reader) => covers.automatic(entity, id, jpeg, reader),
  uploadOf: (id) => coverChoices.uploadOf(entity, id),
  ...actionsOf(coverChoices.kept[entity]),
  reset: (id) => coverChoices.reset(entity, id),
});

const ofLists = (
  listCovers: CoversOfLists,
  lists: Pick<KomgaLists, 'get' | 'members'>,
  ofMember: CoversService['book'],
  names: Names,
): CoveredKind => {
  /** The caller's own list has the cover of its first member. */
  const ofFirst: Cover = async (caller, id, reader) => {
    const [first] = lists.members(caller, id);
    if (first === undefined) throw notFound('Cover of', id);
    return ofMember(first, jpeg, reader);
  };
  return {
    ...names,
    mustExist: lists.get,
    cover: (caller, id, reader) =>
      id === wantToReadId ? ofFirst(caller, id, reader) : listCovers.cover(id, jpeg, reader),
    automatic: (caller, id, reader) =>
      id === wantToReadId
        ? ofFirst(caller, id, reader)
        : listCovers.automaticCover(id, jpeg, reader),
    uploadOf: (id) => (id === wantToReadId ? null : listCovers.uploadOf(id)),
    ...actionsOf(listCovers.uploadedCovers),
    kept: async (id) => (id === wantToReadId ? [] : listCovers.uploadedCovers.list(id)),
    add: async (id, bytes) => {
      refuseWantToRead(id, 'id');
      return listCovers.uploadedCovers.add(id, bytes);
    },
    reset: (id) => {
      refuseWantToRead(id, 'id');
      listCovers.resetCover(id);
    },
  };
};
