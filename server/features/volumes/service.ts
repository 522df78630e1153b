import type { Book, BookSort } from '../../../shared/api/book-record.ts';
import type { Marked } from '../../../shared/api/progress-marks.ts';
import type {
  createVolume,
  updateVolume,
  Volume,
  VolumeChange,
  VolumeSort,
} from '../../../shared/api/volumes.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import { AppError, notFound } from '../../../shared/errors.ts';
import type { PageRequest } from '../../../shared/schemas.ts';
import { newId } from '../../database/ids.ts';
import type { ListPage, MaybeListPage } from '../../database/json.ts';
import { type Caller, progressUserOf } from '../../http/api/caller.ts';
import type { BooksService } from '../books/service.ts';
import type { OrganiseService } from '../organise/service.ts';
import type { VolumeMark, VolumeState } from '../organise/types.ts';
import type { ProgressService } from '../progress/types.ts';
import type { StoredVolume, VolumesStore } from './store.ts';

/** Volumes of series, which hold books as chapters. All throw NotFound for an unknown id. */
export interface VolumesService {
  list(caller: Caller, seriesId: string, query: PageRequest<VolumeSort>): ListPage<Volume>;
  get(caller: Caller, seriesId: string, id: string): Volume;
  books(
    caller: Caller,
    seriesId: string,
    id: string,
    query: PageRequest<BookSort>,
  ): MaybeListPage<Book>;
  /** Throws Conflict if the series has a volume of this number. */
  create(
    caller: Caller,
    seriesId: string,
    body: EndpointParsed<typeof createVolume>['body'],
  ): Promise<VolumeChange>;
  /** Throws Conflict if the series has another volume of this number. */
  update(
    caller: Caller,
    seriesId: string,
    id: string,
    body: EndpointParsed<typeof updateVolume>['body'],
  ): Promise<VolumeChange>;
  dissolve(caller: Caller, seriesId: string, id: string): Promise<VolumeChange>;
  moveIn(
    caller: Caller,
    seriesId: string,
    id: string,
    bookIds: readonly string[],
  ): Promise<VolumeChange>;
  takeOut(caller: Caller, seriesId: string, bookIds: readonly string[]): Promise<VolumeChange>;
  /** Marks every book of a volume. */
  mark(caller: Caller, seriesId: string, id: string, isRead: boolean): Marked;
}

const stateOf = ({
  number,
  title,
  cover_book_pk,
  is_manual,
  is_dissolved,
}: StoredVolume): VolumeState => ({ number, title, cover_book_pk, is_manual, is_dissolved });

const nothing = { book_ids: [], volume: null, to: null };

export const createVolumesService = ({
  store,
  organiser,
  books,
  progress,
}: {
  store: VolumesStore;
  organiser: Pick<OrganiseService, 'changeVolumes'>;
  books: Pick<BooksService, 'find'>;
  progress: Pick<ProgressService, 'markMany'>;
}): VolumesService => {
  const seriesOf = (id: string): number => {
    const pk = store.seriesKey(id);
    if (pk === undefined) throw notFound('Series', id);
    return pk;
  };
  const storedOf = (seriesId: string, id: string) => {
    const series_pk = seriesOf(seriesId);
    const volume = store.stored(series_pk, id);
    if (!volume || volume.is_dissolved === 1) throw notFound('Volume', id);
    return { ...volume, series_pk };
  };
  const booksMustBeOf = (seriesPk: number, ids: readonly string[]) => {
    const other = store.ofOtherSeries(ids, seriesPk);
    if (other !== undefined) throw notFound('Book', other);
  };
  const result = async (
    caller: Caller,
    seriesId: string,
    id: string | null,
    change: Omit<Parameters<OrganiseService['changeVolumes']>[1], 'series_id'>,
  ): Promise<VolumeChange> => {
    const change_id = await organiser.changeVolumes(caller, { ...change, series_id: seriesId });
    return {
      change_id,
      volume: id === null ? null : store.get(progressUserOf(caller), seriesId, id),
    };
  };
  const nameOf = ({ number, title }: Pick<VolumeState, 'number' | 'title'>) =>
    title ?? String(number);
  /** Assigns a number to a volume; a volume that nobody can see any more gives it up. */
  const claim = (seriesPk: number, number: number): VolumeMark[] => {
    const holder = store.numbered(seriesPk, number);
    if (!holder) return [];
    if (holder.is_dissolved === 0 && store.isUsed(holder.pk))
      throw new AppError('Conflict', `The series has a volume ${number} already.`);
    return [{ id: holder.id, series_pk: seriesPk, before: stateOf(holder), after: null }];
  };

  const get: VolumesService['get'] = (caller, seriesId, id) => {
    seriesOf(seriesId);
    const volume = store.get(progressUserOf(caller), seriesId, id);
    if (!volume) throw notFound('Volume', id);
    return volume;
  };

  return {
    list: (caller, seriesId, query) => {
      seriesOf(seriesId);
      return store.list(progressUserOf(caller), seriesId, query);
    },
    get,
    books: (caller, seriesId, id, query) => {
      get(caller, seriesId, id);
      return books.find(caller, query, {
        condition: { field: 'volumeId', operator: 'is', value: id },
      });
    },
    create: (caller, seriesId, { number: wanted, title = null, book_ids }) => {
      const series_pk = seriesOf(seriesId);
      booksMustBeOf(series_pk, book_ids);
      const number = wanted ?? store.lastNumber(series_pk) + 1;
      const id = newId();
      const after = { number, title, cover_book_pk: null, is_manual: 1, is_dissolved: 0 };
      const volumes = [...claim(series_pk, number), { id, series_pk, before: null, after }];
      return result(caller, seriesId, id, { volumes, book_ids, volume: number, to: nameOf(after) });
    },
    update: (caller, seriesId, id, { number, title, cover_book_id }) => {
      const stored = storedOf(seriesId, id);
      const { pk, series_pk } = stored;
      const before = stateOf(stored);
      const cover = (bookId: string | null) => {
        if (bookId === null) return null;
        const key = store.bookKey(bookId, pk);
        if (key === undefined) throw notFound('Book', bookId);
        return key;
      };
      const after = {
        ...before,
        ...(number !== undefined && { number }),
        ...(title !== undefined && { title }),
        ...(cover_book_id !== undefined && { cover_book_pk: cover(cover_book_id) }),
      };
      const isMoved = after.number !== before.number;
      const way = isMoved ? claim(series_pk, after.number) : [];
      return result(caller, seriesId, id, {
        volumes: [...way, { id, series_pk, before, after }],
        book_ids: isMoved ? store.bookIds(pk) : [],
        volume: after.number,
        to: nameOf(after),
      });
    },
    dissolve: (caller, seriesId, id) => {
      const stored = storedOf(seriesId, id);
      const before = stateOf(stored);
      const after = { ...before, is_dissolved: 1 };
      const volumes = [{ id, series_pk: stored.series_pk, before, after }];
      return result(caller, seriesId, null, { ...nothing, volumes, to: nameOf(before) });
    },
    moveIn: (caller, seriesId, id, book_ids) => {
      const stored = storedOf(seriesId, id);
      booksMustBeOf(stored.series_pk, book_ids);
      const { number } = stored;
      const target = nameOf(stored);
      return result(caller, seriesId, id, { volumes: [], book_ids, volume: number, to: target });
    },
    takeOut: (caller, seriesId, book_ids) => {
      booksMustBeOf(seriesOf(seriesId), book_ids);
      return result(caller, seriesId, null, { ...nothing, volumes: [], book_ids });
    },
    mark: (caller, seriesId, id, isRead) => {
      const { pk } = storedOf(seriesId, id);
      const book_ids = store.presentBookIds(pk);
      return progress.markMany(caller, { read: isRead, series_ids: [], book_ids });
    },
  };
};
