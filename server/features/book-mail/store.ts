import type { BookMail, ReaderAddress } from '../../../shared/api/book-mail.ts';
import type { BookFormat } from '../../../shared/api/book-record.ts';
import { newId } from '../../database/ids.ts';
import type { Database } from '../../database/types.ts';

export type BookMailStore = ReturnType<typeof createBookMailStore>;

/** A mail that is due. */
export interface DueMail {
  pk: number;
  user_pk: number;
  address: string;
  attempts: number;
  book_id: string;
  title: string;
  series_name: string;
}

/** A book that can be sent. */
export interface MailableBook {
  pk: number;
  format: BookFormat;
  file_size: number;
}

type StoredAddress = Omit<ReaderAddress, 'series_ids'> & { series_ids: string };
type StoredMail = Omit<BookMail, 'book'> & { book: string };

const bookJson = `json_object('id', b.id, 'title', b.title, 'series_name', s.name)`;
const mailColumns = `m.id, a.id AS address_id, ${bookJson} AS book, m.status, m.error, m.created_at, m.updated_at`;
const mailTables = `book_mails m CROSS JOIN reader_addresses a ON a.pk = m.address_pk
  CROSS JOIN books b ON b.pk = m.book_pk CROSS JOIN series s ON s.pk = b.series_pk`;

export const createBookMailStore = (database: Database) => {
  const addresses = database.prepare<[number], StoredAddress>(
    `SELECT a.id, a.name, a.address, a.created_at,
       (SELECT json_group_array(s.id) FROM mailed_series m CROSS JOIN series s ON s.pk = m.series_pk
        WHERE m.address_pk = a.pk) AS series_ids
     FROM reader_addresses a WHERE a.user_pk = ? ORDER BY a.pk`,
  );
  const insertAddress = database.prepare(
    `INSERT INTO reader_addresses (id, user_pk, name, address, created_at)
     VALUES (:id, :user_pk, :name, :address, :now) ON CONFLICT DO NOTHING`,
  );
  const removeAddress = database.prepare(
    'DELETE FROM reader_addresses WHERE user_pk = ? AND id = ?',
  );
  const seriesPk = database.prepare<[string], number>('SELECT pk FROM series WHERE id = ?').pluck();
  const clearSeries = database.prepare(
    `DELETE FROM mailed_series WHERE series_pk = :series_pk
       AND address_pk IN (SELECT pk FROM reader_addresses WHERE user_pk = :user_pk)`,
  );
  const addSeries = database.prepare(
    `INSERT INTO mailed_series (address_pk, series_pk)
     SELECT pk, :series_pk FROM reader_addresses
     WHERE user_pk = :user_pk AND id IN (SELECT value FROM json_each(:ids))`,
  );
  const book = database.prepare<[string], MailableBook>(
    'SELECT pk, format, file_size FROM books WHERE id = ? AND missing_since IS NULL',
  );
  const waiting = database
    .prepare<[number], number>(
      `SELECT count(*) FROM book_mails m CROSS JOIN reader_addresses a ON a.pk = m.address_pk
       WHERE a.user_pk = ? AND m.status = 'pending'`,
    )
    .pluck();
  const enqueue = database.prepare(
    `INSERT INTO book_mails (id, address_pk, book_pk, due_at, created_at, updated_at)
     SELECT :id, a.pk, :book_pk, :now, :now, :now FROM reader_addresses a
     WHERE a.user_pk = :user_pk AND a.id = :address_id`,
  );
  const mails = database.prepare<[number], StoredMail>(
    `SELECT ${mailColumns} FROM ${mailTables} WHERE a.user_pk = ? ORDER BY m.pk DESC LIMIT 50`,
  );
  const due = database.prepare<[string], DueMail>(
    `SELECT m.pk, a.user_pk, a.address, m.attempts, b.id AS book_id, b.title, s.name AS series_name
     FROM ${mailTables} WHERE m.status = 'pending' AND m.due_at <= ? ORDER BY m.due_at, m.pk LIMIT 1`,
  );
  const nextDue = database
    .prepare<[], string | null>(`SELECT min(due_at) FROM book_mails WHERE status = 'pending'`)
    .pluck();
  const begin = database.prepare(
    'UPDATE book_mails SET attempts = attempts + 1, due_at = :due_at WHERE pk = :pk',
  );
  const settle = database.prepare(
    `UPDATE book_mails SET status = :status, error = :error,
       due_at = coalesce(:due_at, due_at), updated_at = :now WHERE pk = :pk`,
  );
  const purge = database.prepare(
    `DELETE FROM book_mails WHERE status <> 'pending' AND updated_at < ?`,
  );
  const added = database.prepare<
    [string],
    { user_pk: number; address_id: string; address: string; book_id: string }
  >(
    `SELECT a.user_pk, a.id AS address_id, a.address, b.id AS book_id
     FROM scan_reports r
     CROSS JOIN scan_report_entries e ON e.report_pk = r.pk AND e.kind = 'added'
     CROSS JOIN books b ON b.pk = e.book_pk AND b.missing_since IS NULL
     CROSS JOIN mailed_series m ON m.series_pk = b.series_pk
     CROSS JOIN reader_addresses a ON a.pk = m.address_pk
     WHERE r.task_id = ? ORDER BY b.series_pk, b.number_key, b.pk`,
  );

  return {
    addresses: (userPk: number): ReaderAddress[] =>
      addresses.all(userPk).map(({ series_ids, ...rest }) => ({
        ...rest,
        series_ids: JSON.parse(series_ids) as string[],
      })),
    /** Returns null if the person has this address already. */
    addAddress(
      userPk: number,
      { name, address }: Pick<ReaderAddress, 'name' | 'address'>,
      now: string,
    ): string | null {
      const id = newId();
      const { changes } = insertAddress.run({ id, user_pk: userPk, name, address, now });
      return changes > 0 ? id : null;
    },
    removeAddress: (userPk: number, id: string): boolean =>
      removeAddress.run(userPk, id).changes > 0,
    seriesPk: (id: string): number | undefined => seriesPk.get(id),
    setSeries: (userPk: number, series_pk: number, addressIds: readonly string[]): void =>
      database
        .transaction(() => {
          clearSeries.run({ user_pk: userPk, series_pk });
          addSeries.run({ user_pk: userPk, series_pk, ids: JSON.stringify(addressIds) });
        })
        .immediate(),
    book: (id: string): MailableBook | undefined => book.get(id),
    waiting: (userPk: number): number => waiting.get(userPk) ?? 0,
    /** Returns the id of the mail. */
    enqueue(userPk: number, addressId: string, bookPk: number, now: string): string {
      const id = newId();
      enqueue.run({ id, user_pk: userPk, address_id: addressId, book_pk: bookPk, now });
      return id;
    },
    mails: (userPk: number): BookMail[] =>
      mails
        .all(userPk)
        .map((mail) => ({ ...mail, book: JSON.parse(mail.book) as BookMail['book'] })),
    due: (now: string): DueMail | undefined => due.get(now),
    nextDue: (): string | null => nextDue.get() ?? null,
    /** Counts an attempt, and sets when the next one is. */
    begin: (pk: number, due_at: string): void => void begin.run({ pk, due_at }),
    settle: (mail: {
      pk: number;
      status: BookMail['status'];
      error: string | null;
      /** The next attempt; null leaves the time as it is. */
      due_at: string | null;
      now: string;
    }): void => void settle.run(mail),
    /** Deletes mails that were sent or given up before this time. */
    purge: (before: string): void => void purge.run(before),
    /** Books that a scan added to series that are sent automatically. */
    added: (taskId: string) => added.all(taskId),
  };
};
