import type {
  Annotation,
  CreateAnnotation,
  ExportFormat,
  ListedAnnotation,
  SharedAnnotation,
  UpdateAnnotation,
} from '../../../shared/api/annotations.ts';
import { AppError, badField, notFound } from '../../../shared/errors.ts';
import type { EventBus } from '../../lib/event-bus.ts';
import { newId } from '../../database/ids.ts';
import type { ListPage } from '../../database/json.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { Content } from '../../http/api/content.ts';
import { exportContent } from './export.ts';
import type { AnnotationsStore, AnnotatedBook } from './store.ts';
import type { AnnotationQuery, SharedQuery } from './types.ts';

/** Annotations of the caller. Annotations of others are only accessible if their authors share them. */
export interface AnnotationsService {
  list(caller: Caller, query: AnnotationQuery): ListPage<ListedAnnotation>;
  /** Throws NotFound for annotations of others. */
  get(caller: Caller, id: string): Annotation;
  /**
   * Throws NotFound for an unknown book, Conflict for an id in use or when the book's limit of
   * annotations is reached.
   */
  create(caller: Caller, bookId: string, wanted: CreateAnnotation): Annotation;
  /** Throws NotFound for annotations of others. */
  update(caller: Caller, id: string, change: UpdateAnnotation): Annotation;
  /** Throws NotFound for annotations of others. */
  remove(caller: Caller, id: string): void;
  /** Lists annotations that others share in a book. Throws NotFound for an unknown book. */
  shared(caller: Caller, bookId: string, query: SharedQuery): ListPage<SharedAnnotation>;
  /** Streams the export while it is generated. */
  export(caller: Caller, format: ExportFormat, bookId?: string): Content;
}

const maxPerBook = 5000;

export const createAnnotationsService = ({
  store,
  bus,
  clock = () => new Date(),
}: {
  store: AnnotationsStore;
  bus: Pick<EventBus, 'emit'>;
  clock?: () => Date;
}): AnnotationsService => {
  const announce = ({ user_pk }: Caller, { id, series_id, library_id }: AnnotatedBook) =>
    bus.emit('annotations_updated', { book_id: id, series_id, library_id }, user_pk);
  const get: AnnotationsService['get'] = ({ user_pk }, id) => {
    const known = store.get(user_pk, id);
    if (!known) throw notFound('Annotation', id);
    return known;
  };
  const bookOf = ({ user_pk }: Caller, id: string): AnnotatedBook => {
    const book = store.bookOf(user_pk, id);
    if (!book) throw notFound('Annotation', id);
    return book;
  };

  return {
    list: (caller, query) => store.list(caller.user_pk, query),
    get,
    create: (caller, bookId, { created_at, id = newId(), ...wanted }) => {
      const book = store.book(bookId);
      if (!book) throw notFound('Book', bookId);
      requirePage(book, wanted.page);
      const now = clock().toISOString();
      const earlier = created_at === undefined ? now : new Date(created_at).toISOString();
      const annotation: Annotation = {
        id,
        book_id: book.id,
        kind: wanted.kind,
        page: wanted.page,
        location: wanted.location ?? null,
        text: wanted.text ?? null,
        note: wanted.note ?? null,
        color: wanted.color ?? null,
        is_shared: wanted.is_shared === true && wanted.kind !== 'bookmark',
        created_at: earlier < now ? earlier : now,
        updated_at: now,
      };
      store.transaction(() => {
        if (store.isTaken(caller.user_pk, id)) {
          throw new AppError('Conflict', `There is an annotation ${id} already`);
        }
        if (store.count(caller.user_pk, book.pk) >= maxPerBook) {
          throw new AppError('Conflict', `A book can have at most ${maxPerBook} annotations`);
        }
        store.add(caller.user_pk, book.pk, annotation);
      });
      announce(caller, book);
      return annotation;
    },
    update: (caller, id, change) => {
      const book = bookOf(caller, id);
      if (change.page !== undefined) requirePage(book, change.page);
      const changed = store.transaction(() => {
        const sent = Object.entries(change).filter(([, value]) => value !== undefined);
        const next: Annotation = {
          ...get(caller, id),
          ...(Object.fromEntries(sent) as Partial<Annotation>),
          updated_at: clock().toISOString(),
        };
        if (next.kind === 'bookmark') next.is_shared = false;
        store.put(caller.user_pk, next);
        return next;
      });
      announce(caller, book);
      return changed;
    },
    remove: (caller, id) => {
      const book = bookOf(caller, id);
      store.remove(caller.user_pk, id);
      announce(caller, book);
    },
    shared: ({ user_pk }, bookId, query) => {
      const book = store.book(bookId);
      if (!book) throw notFound('Book', bookId);
      return store.shared(user_pk, book.pk, query);
    },
    export: (caller, format, bookId) =>
      exportContent(format, clock(), (page, pageSize) =>
        store.list(caller.user_pk, {
          page,
          pageSize,
          sort: { field: 'book', direction: 'asc' },
          ...(bookId === undefined ? {} : { book_id: bookId }),
        }),
      ),
  };
};

/** Until a book's pages are counted, any page number is accepted. */
const requirePage = ({ page_count }: AnnotatedBook, page: number) => {
  if (page_count > 0 && page > page_count) {
    throw badField('body.page', `The book has ${page_count} pages`);
  }
};
