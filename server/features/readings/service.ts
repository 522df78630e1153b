import type { Reading } from '../../../shared/api/readings.ts';
import { notFound } from '../../../shared/errors.ts';
import type { PageRequest } from '../../../shared/schemas.ts';
import type { ListPage } from '../../database/json.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { ReadingsStore } from './store.ts';

type Person = Pick<Caller, 'user_pk'>;

/** How often people read books. All but `clearAll` throw NotFound for an unknown book. */
export interface ReadingsService {
  list(person: Person, bookId: string, query: PageRequest<'started_at'>): ListPage<Reading>;
  /** Throws NotFound for an unknown reading. */
  remove(person: Person, bookId: string, id: number): void;
  clearBook(person: Person, bookId: string): void;
  clearAll(person: Person): void;
}

export const createReadingsService = ({ store }: { store: ReadingsStore }): ReadingsService => {
  const keysOf = ({ user_pk }: Person, bookId: string) => {
    const book_pk = store.key(bookId);
    if (book_pk === undefined) throw notFound('Book', bookId);
    return { user_pk, book_pk };
  };
  return {
    list: (person, bookId, query) => store.list(keysOf(person, bookId), query),
    remove(person, bookId, id) {
      if (!store.remove(keysOf(person, bookId), id)) throw notFound('Reading', String(id));
    },
    clearBook: (person, bookId) => store.clearBook(keysOf(person, bookId)),
    clearAll: ({ user_pk }) => store.clearAll(user_pk),
  };
};
