import type { ChosenCover } from '../../../shared/api/covers.ts';
import { badField, notFound } from '../../../shared/errors.ts';
import type { EventBus } from '../../lib/event-bus.ts';
import type { CoverUploads } from '../../media/cover-uploads.ts';
import { MediaError } from '../../media/media-error.ts';
import type { CoverChoice, CoverEntity, CoversStore } from './store.ts';

/** Covers chosen by users in place of the default ones. */
export interface CoverChoices {
  get(entity: CoverEntity, id: string): ChosenCover;
  /** Throws BadRequest for a page that the book does not have. */
  choosePage(bookId: string, page: number): Promise<ChosenCover>;
  /** Throws BadRequest for a book that is not in the series or a page that it does not have. */
  chooseBook(seriesId: string, bookId: string, page: number | null): Promise<ChosenCover>;
  /** Throws BadRequest for anything but a displayable image. */
  upload(entity: CoverEntity, id: string, bytes: Uint8Array): Promise<ChosenCover>;
  reset(entity: CoverEntity, id: string): Promise<void>;
  /** The name of the uploaded image; null without one. Throws NotFound. */
  uploadOf(entity: CoverEntity, id: string): string | null;
}

export const createCoverChoices = ({
  store,
  uploads,
  bus,
}: {
  store: CoversStore;
  uploads: CoverUploads;
  bus: EventBus;
}): CoverChoices => {
  const find = (entity: CoverEntity, id: string) => {
    const owner = store.owner(entity, id);
    if (!owner) throw notFound(entity === 'book' ? 'Book' : 'Series', id);
    return owner;
  };
  const get: CoverChoices['get'] = (entity, id) => toWire(find(entity, id).choice, id);

  const choose = async (entity: CoverEntity, id: string, choice: CoverChoice | null) => {
    const { series_id, library_id } = find(entity, id);
    store.choose(entity, id, choice);
    if (choice === null || !('upload' in choice)) await uploads.remove(id);
    const book_id = entity === 'book' ? id : null;
    const action = choice === null ? 'removed' : 'added';
    bus.emit('cover_updated', { action, entity, book_id, series_id, library_id });
    return get(entity, id);
  };

  return {
    get,
    choosePage: async (bookId, page) => {
      find('book', bookId);
      if (!store.page(bookId, page)) throw noPage(page);
      return choose('book', bookId, { page });
    },
    chooseBook: async (seriesId, bookId, page) => {
      find('series', seriesId);
      if (store.owner('book', bookId)?.series_id !== seriesId) {
        throw badField('body.book_id', `Series ${seriesId} has no book ${bookId}`);
      }
      if (page !== null && !store.page(bookId, page)) throw noPage(page);
      return choose('series', seriesId, { book_id: bookId, page });
    },
    upload: async (entity, id, bytes) => {
      find(entity, id);
      try {
        const upload = await uploads.save(id, Buffer.from(bytes));
        return await choose(entity, id, { upload });
      } catch (error) {
        if (error instanceof MediaError) throw badField('body', error.message);
        throw error;
      }
    },
    uploadOf: (entity, id) => {
      const { choice } = find(entity, id);
      return choice !== null && 'upload' in choice ? choice.upload : null;
    },
    reset: async (entity, id) => {
      await choose(entity, id, null);
    },
  };
};

const noPage = (page: number) => badField('body.page', `The book has no page ${page}`);

const toWire = (choice: CoverChoice | null, id: string): ChosenCover => {
  if (choice === null) return { source: 'automatic', book_id: null, page: null };
  if ('upload' in choice) return { source: 'upload', book_id: null, page: null };
  if (!('book_id' in choice)) return { source: 'page', book_id: id, page: choice.page };
  const { book_id, page } = choice;
  return { source: page === null ? 'book' : 'page', book_id, page };
};
