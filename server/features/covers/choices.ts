import type { ChosenCover } from '../../../shared/api/covers.ts';
import { badField, notFound } from '../../../shared/errors.ts';
import type { EventBus } from '../../lib/event-bus.ts';
import type { CoverUploads } from '../../media/cover-uploads.ts';
import { createUploadedCovers, type UploadedCovers } from './uploaded-covers.ts';
import type { CoverChoice, CoverEntity, CoversStore } from './store.ts';

/** Covers chosen by users in place of the default ones. */
export interface CoverChoices {
  get(entity: CoverEntity, id: string): ChosenCover;
  /** Throws BadRequest for a page that the book does not have. */
  choosePage(bookId: string, page: number): ChosenCover;
  /** Throws BadRequest for a book that is not in the series or a page that it does not have. */
  chooseBook(seriesId: string, bookId: string, page: number | null): ChosenCover;
  /** Stores an image and makes it the cover. Throws BadRequest for anything but a displayable image. */
  upload(entity: CoverEntity, id: string, bytes: Uint8Array): Promise<ChosenCover>;
  /** Restores the automatic cover; uploaded images are kept. */
  reset(entity: CoverEntity, id: string): void;
  /** The name of the uploaded image; null without one. Throws NotFound. */
  uploadOf(entity: CoverEntity, id: string): string | null;
  /** Uploaded images of series and books. */
  kept: Readonly<Record<CoverEntity, UploadedCovers>>;
}

export const createCoverChoices = ({
  store,
  uploads,
  bus,
}: {
  store: CoversStore;
  uploads: Pick<CoverUploads, 'save' | 'list' | 'read' | 'remove'>;
  bus: EventBus;
}): CoverChoices => {
  const find = (entity: CoverEntity, id: string) => {
    const owner = store.owner(entity, id);
    if (!owner) throw notFound(entity === 'book' ? 'Book' : 'Series', id);
    return owner;
  };
  const get: CoverChoices['get'] = (entity, id) => toWire(find(entity, id).choice, id);

  const announce = (entity: CoverEntity, id: string, action: 'added' | 'removed') => {
    const { series_id, library_id } = find(entity, id);
    const book_id = entity === 'book' ? id : null;
    bus.emit('cover_updated', { action, entity, book_id, series_id, library_id });
  };
  const choose = (entity: CoverEntity, id: string, choice: CoverChoice | null): ChosenCover => {
    find(entity, id);
    store.choose(entity, id, choice);
    announce(entity, id, choice === null ? 'removed' : 'added');
    return get(entity, id);
  };
  const uploadOf: CoverChoices['uploadOf'] = (entity, id) => {
    const { choice } = find(entity, id);
    return choice !== null && 'upload' in choice ? choice.upload : null;
  };
  const keptOf = (entity: CoverEntity) =>
    createUploadedCovers({
      uploads,
      chosen: (id) => uploadOf(entity, id),
      choose: (id, upload) => choose(entity, id, upload === null ? null : { upload }),
      announce: (id) => announce(entity, id, 'removed'),
    });
  const kept = { series: keptOf('series'), book: keptOf('book') };

  return {
    get,
    choosePage: (bookId, page) => {
      find('book', bookId);
      if (!store.page(bookId, page)) throw noPage(page);
      return choose('book', bookId, { page });
    },
    chooseBook: (seriesId, bookId, page) => {
      find('series', seriesId);
      if (store.owner('book', bookId)?.series_id !== seriesId) {
        throw badField('body.book_id', `Series ${seriesId} has no book ${bookId}`);
      }
      if (page !== null && !store.page(bookId, page)) throw noPage(page);
      return choose('series', seriesId, { book_id: bookId, page });
    },
    upload: async (entity, id, bytes) => {
      const { id: upload } = await kept[entity].add(id, bytes);
      return choose(entity, id, { upload });
    },
    uploadOf,
    kept,
    reset: (entity, id) => {
      choose(entity, id, null);
    },
  };
};

const noPage = (page: number) => badField('body.page', `The book has no page ${page}`);

const toWire = (choice: CoverChoice | null, id: string): ChosenCover => {
  const none = { book_id: null, page: null, upload_id: null };
  if (choice === null) return { ...none, source: 'automatic' };
  if ('upload' in choice) return { ...none, source: 'upload', upload_id: choice.upload };
  if (!('book_id' in choice)) return { ...none, source: 'page', book_id: id, page: choice.page };
  const { book_id, page } = choice;
  return { ...none, source: page === null ? 'book' : 'page', book_id, page };
};
