import type { Database } from '../../database/types.ts';
import type { KoboChoice } from '../../../shared/api/kobo.ts';
import { currentBooks } from './chosen-books.ts';
import type { KoboList, PendingBook } from './types.ts';

/** Whose books, and by which choice. `reader_pk` is null if the key of the device cannot read progress. */
export interface KoboView {
  user_pk: number;
  reader_pk: number | null;
  device_pk: number;
  choice: KoboChoice;
}

/** A list with the answer in which the device received it. */
export interface SentList {
  list_id: string;
  answer: number;
  is_removed: number;
  version: string;
}

/** The EPUB of a book, which can be one that is made from its file. */
export interface SentFile {
  layout: string | null;
  /** Bytes. */
  size: number;
}

/** Differences between `current` and what the device is known to have received. */
const pendingSql = `WITH ${currentBooks}
  SELECT c.book_id, coalesce(k.content, c.content) AS content, c.content AS new_content, c.details, c.place,
    CASE WHEN k.book_id IS NULL THEN 'new'
      WHEN k.is_removed = 1 OR k.content <> c.content THEN 'replaced'
      WHEN k.answer > :answer THEN 'new'
      WHEN k.details = c.details THEN 'place'
      WHEN k.place = c.place THEN 'details'
      ELSE 'details and place' END AS change
  FROM current c LEFT JOIN kobo_books k ON k.device_pk = :device_pk AND k.book_id = c.book_id
  WHERE k.book_id IS NULL OR (k.deleted_at IS NULL AND (k.is_removed = 1 OR k.answer > :answer
    OR k.content <> c.content OR k.details <> c.details OR k.place <> c.place))
  UNION ALL
  SELECT k.book_id, k.content, k.content, k.details, k.place, 'removed'
  FROM kobo_books k WHERE k.device_pk = :device_pk AND k.deleted_at IS NULL
    AND (k.is_removed = 0 OR k.answer > :answer)
    AND k.book_id NOT IN (SELECT book_id FROM current)
  LIMIT :limit`;

const listSql = (table: string, name: string, members: string) => `SELECT l.id, l.name,
    (SELECT json_group_array(json_object('book_id', m.book_id, 'content', m.content))
     FROM (${members}) m) AS books
  FROM ${table} l WHERE l.id IN (SELECT value FROM json_each(:choice, '$.${name}'))`;
const listsSql = `WITH ${currentBooks}
  ${listSql(
    'collections',
    'collection_ids',
    `SELECT c.book_id, c.content FROM main.collection_series e
       CROSS JOIN main.books b ON b.series_pk = e.series_pk CROSS JOIN current c ON c.book_pk = b.pk
     WHERE e.collection_pk = l.pk ORDER BY e.position, b.number_key, b.title_key, b.pk`,
  )}
  UNION ALL
  ${listSql(
    'read_lists',
    'read_list_ids',
    `SELECT c.book_id, c.content FROM main.read_list_books e
       CROSS JOIN current c ON c.book_pk = e.book_pk
     WHERE e.read_list_pk = l.pk ORDER BY e.position`,
  )}`;

/** The state that was sent to devices, and the changes since. */
export const createKoboSyncStore = (database: Database) => {
  const forgetRemoved = database.prepare(
    `DELETE FROM kobo_books
     WHERE device_pk = @pk AND is_removed = 1 AND answer <= @answer AND deleted_at IS NULL`,
  );
  const forgetRemovedLists = database.prepare(
    'DELETE FROM kobo_lists WHERE device_pk = @pk AND is_removed = 1 AND answer <= @answer',
  );
  const pending = database.prepare<Record<string, unknown>, PendingBook & { new_content: string }>(
    pendingSql,
  );
  const lists = database.prepare<
    Record<string, unknown>,
    Omit<KoboList, 'books'> & { books: string }
  >(listsSql);
  const sentLists = database.prepare<[number], SentList>(
    'SELECT list_id, answer, is_removed, version FROM kobo_lists WHERE device_pk = ?',
  );
  const saveBook = database.prepare(
    `INSERT INTO kobo_books (device_pk, book_id, answer, is_removed, content, details, place)
     VALUES (@device_pk, @book_id, @answer, @is_removed, @content, @details, @place)
     ON CONFLICT (device_pk, book_id) DO UPDATE SET answer = excluded.answer,
       is_removed = excluded.is_removed, content = excluded.content, details = excluded.details,
       place = excluded.place`,
  );
  const saveList = database.prepare(
    `INSERT INTO kobo_lists (device_pk, list_id, answer, is_removed, version)
     VALUES (@device_pk, @list_id, @answer, @is_removed, @version)
     ON CONFLICT (device_pk, list_id) DO UPDATE SET answer = excluded.answer,
       is_removed = excluded.is_removed, version = excluded.version`,
  );
  const keepAnswer = database.prepare(
    'UPDATE kobo_devices SET answer = @answer WHERE device_pk = @pk',
  );
  const keepTime = database.prepare(
    'UPDATE kobo_devices SET synced_at = @now WHERE device_pk = @pk',
  );

  const files = database.prepare<[string], SentFile & { id: string }>(
    `SELECT b.id, p.publication ->> 'layout' AS layout, coalesce(b.epub_size, b.file_size) AS size
     FROM json_each(?) one CROSS JOIN books b ON b.id = one.value
       JOIN main.book_pages p ON p.book_pk = b.pk`,
  );

  const inputOf = ({ choice, ...view }: KoboView) => ({ ...view, choice: JSON.stringify(choice) });

  return {
    /** Forgets removals that the device has received; `answer` is the last one that reached it. */
    forgetRemoved(pk: number, answer: number): void {
      database
        .transaction(() => {
          forgetRemoved.run({ pk, answer });
          forgetRemovedLists.run({ pk, answer });
        })
        .immediate();
    },
    /**
     * News for the device, at most `limit` books. A book whose file was replaced is removed first, and new
     * in the next answer.
     */
    pending: (view: KoboView, answer: number, limit: number): PendingBook[] =>
      pending.all({ ...inputOf(view), answer, limit }).map(({ new_content, content, ...book }) => ({
        ...book,
        content: isRemoval(book) ? content : new_content,
      })),
    lists: (view: KoboView): KoboList[] =>
      lists.all(inputOf(view)).map((list) => ({
        ...list,
        books: JSON.parse(list.books) as KoboList['books'],
      })),
    sentLists: (pk: number): SentList[] => sentLists.all(pk),
    /** Records the content of the response with this number. */
    tell(
      pk: number,
      answer: number,
      { books, lists: told }: { books: readonly PendingBook[]; lists: readonly SentList[] },
    ): void {
      database
        .transaction(() => {
          for (const book of books) {
            saveBook.run({ ...book, device_pk: pk, answer, is_removed: Number(isRemoval(book)) });
          }
          for (const list of told) saveList.run({ ...list, device_pk: pk, answer });
          keepAnswer.run({ pk, answer });
        })
        .immediate();
    },
    synced: (pk: number, now: string): void => void keepTime.run({ pk, now }),

    /** The files that a device downloads of these books, by id. */
    files: (ids: readonly string[]): Map<string, SentFile> =>
      new Map(files.all(JSON.stringify(ids)).map(({ id, ...file }) => [id, file])),
  };
};

export type KoboSyncStore = ReturnType<typeof createKoboSyncStore>;

/** Whether the device loses the file that it has. */
export const isRemoval = ({ change }: Pick<PendingBook, 'change'>): boolean =>
  change === 'removed' || change === 'replaced';
