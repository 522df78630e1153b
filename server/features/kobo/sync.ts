import type { Caller } from '../../http/api/caller.ts';
import { AppError, nullOn } from '../../../shared/errors.ts';
import type { BooksService, BookWithMetadata } from '../books/service.ts';
import type { CoversService } from '../covers/service.ts';
import {
  coverIdOf,
  entitlementOf,
  metadataOf,
  removedEntry,
  tagOf,
  versionOfList,
} from './entries.ts';
import type { ReadingStates } from './reading-state.ts';
import type { KoboStore } from './store.ts';
import {
  isRemoval,
  type KoboSyncStore,
  type KoboView,
  type SentFile,
  type SentList,
} from './sync-store.ts';
import type { BookVersions, KoboDevice, KoboList, PendingBook } from './types.ts';

/** Books in one answer: a device gives up on long ones. */
const maxBooks = 100;

export interface KoboAnswer {
  entries: object[];
  /** The device sends it with its next sync, if it has received this answer. */
  token: string;
  /** Whether the device must ask again at once. */
  hasMore: boolean;
}

export interface KoboSync {
  /** The next news for the device; `root` is the address that it uses. */
  next(caller: Caller, kobo: KoboDevice, token: string | null, root: string): Promise<KoboAnswer>;
  /** `BookMetadata` of one book; throws NotFound for one that its person does not see. */
  metadata(caller: Caller, bookId: string, root: string): Promise<object>;
}

interface KoboSyncOptions {
  store: Omit<KoboSyncStore, 'pending' | 'lists'>;
  /** `store.pending` and `store.lists` in the query worker, because the choice can be a whole library. */
  pending: (...input: Parameters<KoboSyncStore['pending']>) => Promise<PendingBook[]>;
  lists: (...input: Parameters<KoboSyncStore['lists']>) => Promise<KoboList[]>;
  /** The versions of one book. */
  versions: KoboStore['versions'];
  books: Pick<BooksService, 'fullRecords'>;
  covers: Pick<CoversService, 'book'>;
  states: Pick<ReadingStates, 'get'>;
  /** Refills collections that have a condition, as every list of collections does. */
  refreshCollections: () => void;
  clock: () => Date;
}

/**
 * Sends a device the changes since the last answer that it received. The token contains the number of that
 * answer. Whatever a later answer contained was lost, so it is sent again.
 */
export const createKoboSync = ({
  store,
  versions: versionsOf,
  pending: pendingOf,
  lists: currentLists,
  books,
  covers,
  states,
  refreshCollections,
  clock,
}: KoboSyncOptions): KoboSync => {
  const metadata = async (
    book: BookWithMetadata,
    versions: Pick<BookVersions, 'book_id' | 'content'>,
    files: ReadonlyMap<string, SentFile>,
    root: string,
  ) =>
    metadataOf({
      book,
      versions,
      coverId: await coverId(covers, book.id),
      isFixedLayout: files.get(book.id)?.layout === 'fixed',
      size: files.get(book.id)?.size ?? book.file_size,
      url: `${root}/v1/books/${book.id}/file.epub`,
    });

  /** The entries of books; those that vanished meanwhile are left out, and reported by the next sync. */
  const entriesOf = async (
    caller: Caller,
    pending: readonly PendingBook[],
    root: string,
  ): Promise<{ told: PendingBook[]; entries: object[] }> => {
    const now = clock().toISOString();
    const told = pending.filter(isRemoval);
    const entries: object[] = told.map((book) => removedEntry(book, now));
    const ids = pending.filter((book) => !isRemoval(book)).map((book) => book.book_id);
    const records = new Map(books.fullRecords(caller, ids).map((book) => [book.id, book]));
    const files = store.files(ids);
    for (const item of pending) {
      const book = records.get(item.book_id);
      if (!book || isRemoval(item)) continue;
      told.push(item);
      const isNew = item.change === 'new';
      const hasDetails = item.change.startsWith('details');
      const BookMetadata =
        isNew || hasDetails ? await metadata(book, item, files, root) : undefined;
      const ReadingState = item.change === 'details' ? undefined : await states.get(caller, book);
      if (isNew) {
        const { created_at: created, modified_at: modified } = book;
        const BookEntitlement = entitlementOf(item, { created, modified, isRemoved: false });
        entries.push({ NewEntitlement: { BookEntitlement, BookMetadata, ReadingState } });
        continue;
      }
      // A changed entitlement would make the device offer the book for download again.
      if (BookMetadata) entries.push({ ChangedProductMetadata: BookMetadata });
      if (ReadingState) entries.push({ ChangedReadingState: { ReadingState } });
    }
    return { told, entries };
  };

  const listsOf = async (
    view: KoboView,
    answer: number,
  ): Promise<{ told: SentList[]; entries: object[] }> => {
    const now = clock().toISOString();
    const sent = new Map(store.sentLists(view.device_pk).map((list) => [list.list_id, list]));
    const told: SentList[] = [];
    const entries: object[] = [];
    const { collection_ids, read_list_ids } = view.choice;
    const isChosen = collection_ids.length + read_list_ids.length > 0;
    for (const list of isChosen ? await currentLists(view) : []) {
      if (list.books.length === 0) continue;
      const before = sent.get(list.id);
      sent.delete(list.id);
      const version = versionOfList(list);
      const isKnown = before !== undefined && before.is_removed === 0 && before.answer <= answer;
      if (isKnown && before.version === version) continue;
      told.push({ list_id: list.id, answer, is_removed: 0, version });
      const Tag = tagOf(list, now);
      entries.push(isKnown ? { ChangedTag: { Tag } } : { NewTag: { Tag } });
    }
    for (const gone of sent.values()) {
      if (gone.is_removed === 1 && gone.answer <= answer) continue;
      told.push({ ...gone, is_removed: 1 });
      const { Id, LastModified } = tagOf({ id: gone.list_id, name: '', books: [] }, now);
      entries.push({ DeletedTag: { Tag: { Id, LastModified } } });
    }
    return { told, entries };
  };

  return {
    async next(caller, kobo, token, root) {
      const received = receivedAnswer(kobo, token);
      // After a reset of the device, or a restored backup of Octavo, everything is sent.
      const answer = received > kobo.answer ? 0 : received;
      if (kobo.choice.collection_ids.length > 0) refreshCollections();
      store.forgetRemoved(kobo.pk, answer);
      const view = {
        user_pk: caller.user_pk,
        reader_pk: caller.permissions.has('progress-read') ? caller.user_pk : null,
        device_pk: kobo.pk,
        choice: kobo.choice,
      };
      const pending = await pendingOf(view, answer, maxBooks + 1);
      const batch = pending.slice(0, maxBooks);
      const { told, entries } = await entriesOf(caller, batch, root);
      const hasMore =
        pending.length > maxBooks || batch.some(({ change }) => change === 'replaced');
      // Collections name books, so they follow the last of these.
      const lists = hasMore ? { told: [], entries: [] } : await listsOf(view, answer);
      entries.push(...lists.entries);
      if (!hasMore) store.synced(kobo.pk, clock().toISOString());
      if (entries.length === 0) return { entries, token: tokenOf(kobo, answer), hasMore };
      const number = Math.max(kobo.answer, received) + 1;
      store.tell(kobo.pk, number, { books: told, lists: lists.told });
      return { entries, token: tokenOf(kobo, number), hasMore };
    },
    async metadata(caller, bookId, root) {
      const versions = versionsOf(caller.user_pk, bookId);
      const [book] = versions ? books.fullRecords(caller, [bookId]) : [];
      if (!versions || !book) throw new AppError('NotFound', `Book ${bookId} was not found`);
      return metadata(book, versions, store.files([bookId]), root);
    },
  };
};

const tokenOf = ({ id }: KoboDevice, answer: number): string => `octavo.${id}.${answer}`;

/** The number in a token; 0 for that of another device or server. */
const receivedAnswer = ({ id }: KoboDevice, token: string | null): number => {
  const [, device, number] = /^octavo\.([\da-f-]{36})\.(\d{1,12})$/.exec(token ?? '') ?? [];
  return device === id ? Number(number) : 0;
};

/** Reads the version of a cover, not the image. */
const coverId = async (
  covers: Pick<CoversService, 'book'>,
  bookId: string,
): Promise<string | null> => {
  const cover = await covers
    .book(bookId, undefined, { has: () => true, takesGzip: false })
    .catch(nullOn('NotFound'));
  return cover && coverIdOf(bookId, cover.etag);
};
