import type { Kobo, KoboChoice } from '../../../shared/api/kobo.ts';
import type { Database } from '../../database/types.ts';
import { versionsOfBook } from './chosen-books.ts';
import type { BookVersions, KoboDevice } from './types.ts';

const maxDeletedShown = 100;

const deviceColumns = `SELECT d.pk, d.id, q.choice, q.answer
  FROM kobo_devices q JOIN devices d ON d.pk = q.device_pk`;
type DeviceRow = Omit<KoboDevice, 'choice'> & { choice: string };

/** Connected devices, what each is sent, and what it reported. */
export const createKoboStore = (database: Database) => {
  const insert = database.prepare(
    `INSERT INTO kobo_devices (device_pk, choice)
     SELECT pk, @choice FROM devices WHERE id = @id`,
  );
  const byKey = database.prepare<[string], DeviceRow>(
    `${deviceColumns} JOIN api_keys k ON k.pk = d.api_key_pk WHERE k.id = ?`,
  );
  const byId = database.prepare<{ id: string; user_pk: number }, DeviceRow>(
    `${deviceColumns} JOIN api_keys k ON k.pk = d.api_key_pk WHERE d.id = @id AND k.user_pk = @user_pk`,
  );
  const choose = database.prepare('UPDATE kobo_devices SET choice = @choice WHERE device_pk = @pk');
  const facts = database.prepare<[number], { synced_at: string | null; book_count: number }>(
    `SELECT q.synced_at, (SELECT count(*) FROM kobo_books k WHERE k.device_pk = q.device_pk
       AND k.is_removed = 0 AND k.deleted_at IS NULL) AS book_count
     FROM kobo_devices q WHERE q.device_pk = ?`,
  );
  const deleted = database.prepare<[number], Kobo['deleted_books'][number]>(
    `SELECT b.id, b.title, k.deleted_at FROM kobo_books k CROSS JOIN books b ON b.id = k.book_id
     WHERE k.device_pk = ? AND k.deleted_at IS NOT NULL
     ORDER BY k.deleted_at DESC, k.book_id LIMIT ${maxDeletedShown}`,
  );
  const forgetAll = database.prepare('DELETE FROM kobo_books WHERE device_pk = @pk');
  const forgetLists = database.prepare('DELETE FROM kobo_lists WHERE device_pk = @pk');
  const forget = database.prepare(
    `DELETE FROM kobo_books WHERE device_pk = @pk
       AND book_id IN (SELECT value FROM json_each(@ids))`,
  );

  const versionsRow = database.prepare<{ book_id: string; reader_pk: number }, BookVersions>(
    versionsOfBook,
  );
  const reported = database
    .prepare<{ pk: number; book_id: string }, string | null>(
      'SELECT reported FROM kobo_books WHERE device_pk = @pk AND book_id = @book_id',
    )
    .pluck();
  const keepReported = database.prepare(
    `UPDATE kobo_books SET reported = @reported, place = @place
     WHERE device_pk = @pk AND book_id = @book_id`,
  );
  const deleteBook = database.prepare(
    `UPDATE kobo_books SET deleted_at = @now, is_removed = 1
     WHERE device_pk = @pk AND book_id = @book_id AND deleted_at IS NULL`,
  );
  return {
    add: (id: string, choice: KoboChoice): void =>
      void insert.run({ id, choice: JSON.stringify(choice) }),
    ofKey: (keyId: string): KoboDevice | null => parse(byKey.get(keyId)),
    ofPerson: (id: string, userPk: number): KoboDevice | null =>
      parse(byId.get({ id, user_pk: userPk })),
    choose: (pk: number, choice: KoboChoice): void =>
      void choose.run({ pk, choice: JSON.stringify(choice) }),
    facts: (pk: number): Omit<Kobo, 'choice'> => ({
      synced_at: null,
      book_count: 0,
      ...facts.get(pk),
      deleted_books: deleted.all(pk),
    }),
    /** Deletes the sync state of these books, or of all books and lists, so that the next sync sends them. */
    forget(pk: number, bookIds: readonly string[] | null): void {
      database
        .transaction(() => {
          if (bookIds) forget.run({ pk, ids: JSON.stringify(bookIds) });
          else {
            forgetAll.run({ pk });
            forgetLists.run({ pk });
          }
        })
        .immediate();
    },

    versions: (userPk: number, bookId: string): BookVersions | null =>
      versionsRow.get({ reader_pk: userPk, book_id: bookId }) ?? null,
    /** The state that the device sent last. */
    reported: (pk: number, bookId: string): string | null =>
      reported.get({ pk, book_id: bookId }) ?? null,
    keepReported: (pk: number, bookId: string, state: string, place: string): void =>
      void keepReported.run({ pk, book_id: bookId, reported: state, place }),
    /** Records that a book was deleted on the device. */
    deleteBook: (pk: number, bookId: string, now: string): void =>
      void deleteBook.run({ pk, book_id: bookId, now }),
  };
};

export type KoboStore = ReturnType<typeof createKoboStore>;

const parse = (row: DeviceRow | undefined): KoboDevice | null =>
  row ? { ...row, choice: JSON.parse(row.choice) as KoboChoice } : null;
