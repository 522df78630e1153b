import type { OrganiseChangeRecord } from '../../../shared/api/organise.ts';
import type { PageRequest } from '../../../shared/schemas.ts';
import { isoNow, newId } from '../../database/ids.ts';
import type { ListPage } from '../../database/json.ts';
import { limits, preparedValues } from '../../database/page-sql.ts';
import type { Database } from '../../database/types.ts';
import {
  organisedBookColumns,
  organisedBookTables,
  toBookState,
  type StoredBookState,
} from './record-sql.ts';
import type { BookMark, BookWithMark, ChangeExtras, StoredChange } from './types.ts';

const changeRecord = `json_object('id', c.id, 'library_id', l.id, 'library_name', l.name,
  'kind', c.kind, 'summary', json(c.summary), 'username', u.username,
  'created_at', c.created_at, 'undone_at', c.undone_at)`;
const changeTables = `organise_changes c JOIN libraries l ON l.pk = c.library_pk
  LEFT JOIN users u ON u.pk = c.user_pk`;

/** Maximum changes kept per library. */
const keptChanges = 200;

/** The changes that were made, with the books that each has moved. */
export const createChangesStore = (database: Database) => {
  const value = preparedValues(database);
  const change = database.prepare<
    [string],
    Omit<StoredChange, 'extras'> & { extras: string; record: string }
  >(
    `SELECT c.pk, c.id, c.library_pk, c.kind, c.created_at, c.undone_at, c.extras,
       ${changeRecord} AS record FROM ${changeTables} WHERE c.id = ?`,
  );
  const marked = database.prepare<[number], StoredBookState & { before: string; after: string }>(
    `SELECT ${organisedBookColumns}, m.before, m.after
     FROM organise_books m CROSS JOIN ${organisedBookTables} WHERE m.change_pk = ? AND b.pk = m.book_pk`,
  );
  const laterChange = database
    .prepare<{ book_pk: number; change_pk: number }, string>(
      `SELECT c.created_at FROM organise_books m JOIN organise_changes c ON c.pk = m.change_pk
       WHERE m.book_pk = @book_pk AND c.pk > @change_pk AND c.undone_at IS NULL
       ORDER BY c.pk DESC LIMIT 1`,
    )
    .pluck();
  const insertChange = database.prepare(
    `INSERT INTO organise_changes (id, library_pk, kind, summary, extras, user_pk, created_at)
     VALUES (@id, @library_pk, @kind, @summary, @extras, @user_pk, @now)`,
  );
  const forgetOld = database.prepare<{ library_pk: number }>(
    `DELETE FROM organise_changes WHERE library_pk = @library_pk AND pk <= (
       SELECT pk FROM organise_changes WHERE library_pk = @library_pk
       ORDER BY pk DESC LIMIT 1 OFFSET ${keptChanges})`,
  );
  const insertMark = database.prepare(
    `INSERT INTO organise_books (change_pk, book_pk, before, after)
     VALUES (@change_pk, @book_pk, @before, @after)`,
  );
  const setExtras = database.prepare<{ pk: number; extras: string }>(
    'UPDATE organise_changes SET extras = @extras WHERE pk = @pk',
  );
  const setUndone = database.prepare<{ pk: number; now: string }>(
    'UPDATE organise_changes SET undone_at = @now WHERE pk = @pk',
  );

  return {
    change(id: string): (StoredChange & { record: OrganiseChangeRecord }) | undefined {
      const row = change.get(id);
      return (
        row && {
          ...row,
          extras: JSON.parse(row.extras) as ChangeExtras,
          record: JSON.parse(row.record) as OrganiseChangeRecord,
        }
      );
    },
    changes({
      library_id,
      sort,
      ...page
    }: PageRequest & { library_id?: string | undefined }): ListPage<OrganiseChangeRecord> {
      const wanted = { library_id: library_id ?? null };
      const from = `FROM ${changeTables} WHERE :library_id IS NULL OR l.id = :library_id`;
      const records = value<string>(
        `SELECT json_group_array(json(record)) FROM (SELECT ${changeRecord} AS record ${from}
         ORDER BY c.pk ${sort.direction} LIMIT :limit OFFSET :offset)`,
        { ...wanted, ...limits(page) },
      );
      return {
        data: JSON.parse(records) as OrganiseChangeRecord[],
        total: value<number>(`SELECT count(*) ${from}`, wanted),
      };
    },
    markedBooks: (changePk: number): BookWithMark[] =>
      marked.all(changePk).map(({ before, after, ...book }) => ({
        book: toBookState(book),
        before: JSON.parse(before) as BookMark,
        after: JSON.parse(after) as BookMark,
      })),
    /** When the latest effective change after this one touched a book. */
    laterChange: (bookPk: number, changePk: number) =>
      laterChange.get({ book_pk: bookPk, change_pk: changePk }),

    /** Stores a change and deletes the oldest ones. */
    record(written: {
      library_pk: number;
      kind: OrganiseChangeRecord['kind'];
      summary: OrganiseChangeRecord['summary'];
      extras: ChangeExtras;
      user_pk: number;
    }): { pk: number; id: string } {
      const id = newId();
      const texts = {
        summary: JSON.stringify(written.summary),
        extras: JSON.stringify(written.extras),
      };
      const pk = Number(
        insertChange.run({ ...written, ...texts, id, now: isoNow() }).lastInsertRowid,
      );
      forgetOld.run({ library_pk: written.library_pk });
      return { pk, id };
    },
    mark: (changePk: number, bookPk: number, before: BookMark, after: BookMark) =>
      void insertMark.run({
        change_pk: changePk,
        book_pk: bookPk,
        before: JSON.stringify(before),
        after: JSON.stringify(after),
      }),
    setExtras: (pk: number, extras: ChangeExtras) =>
      void setExtras.run({ pk, extras: JSON.stringify(extras) }),
    setUndone: (pk: number) => void setUndone.run({ pk, now: isoNow() }),
  };
};
