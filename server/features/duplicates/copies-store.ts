import type { listSetAsideCopies, SetAsideCopy } from '../../../shared/api/duplicates.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import { withFullSync } from '../../database/full-sync.ts';
import type { Database } from '../../database/types.ts';
import { isoNow } from '../../database/ids.ts';
import { createFormatStore } from '../../scanner/calibre/format-store.ts';
import { limits, preparedValues } from '../../database/page-sql.ts';

export type CopiesQuery = EndpointParsed<typeof listSetAsideCopies>['query'];

/** A book with the columns for moving its file. */
export interface CopyRow {
  pk: number;
  id: string;
  series_pk: number;
  library_pk: number;
  library_id: string;
  /** Folder of the library. */
  root: string;
  path: string;
  file_size: number;
  file_modified_ms: number;
  missing_since: string | null;
  /** Null for a book that was not set aside. */
  state: CopyState | null;
  bin_id: string | null;
}
/** Another copy of a book. */
export interface OtherCopy {
  pk: number;
  /** Folder of its library. */
  root: string;
  path: string;
}
/** With the copy that stays. */
export interface DueCopy extends CopyRow {
  kept_pk: number;
  kept_pages: number;
  kept_root: string;
  kept_path: string;
}
export type CopyState = 'hidden' | 'bin' | 'moving' | 'restoring';

/** A listed copy. `is_kept` is 1 if the copy that stayed is present, otherwise 0. */
type ListedCopy = Omit<SetAsideCopy, 'deleted_at'> & { is_kept: number };

const columns = `b.pk, b.id, b.series_pk, b.library_pk, l.id AS library_id, l.path AS root, b.path,
  b.file_size, b.file_modified_ms, b.missing_since, c.state, c.bin_id`;
const from = `books b JOIN libraries l ON l.pk = b.library_pk
  LEFT JOIN set_aside_copies c ON c.book_pk = b.pk`;
const setAside = `set_aside_copies c JOIN books b ON b.pk = c.book_pk
  JOIN libraries l ON l.pk = b.library_pk`;

export const createCopiesStore = (database: Database) => {
  const value = preparedValues(database);
  const { takeOver } = createFormatStore(database);
  const byId = database.prepare<[string], CopyRow>(`SELECT ${columns} FROM ${from} WHERE b.id = ?`);
  const inState = database.prepare<[string], CopyRow>(
    `SELECT ${columns} FROM ${from} WHERE c.state IN (SELECT value FROM json_each(?))`,
  );
  const due = database.prepare<[string], DueCopy>(
    `SELECT ${columns}, k.pk AS kept_pk, k.page_count AS kept_pages, kl.path AS kept_root,
       k.path AS kept_path FROM ${from}
       JOIN books k ON k.pk = c.kept_book_pk JOIN libraries kl ON kl.pk = k.library_pk
     WHERE c.state = 'bin' AND c.set_aside_at <= ? AND k.missing_since IS NULL`,
  );
  const others = database.prepare<[number], OtherCopy>(
    `SELECT DISTINCT b.pk, l.path AS root, b.path FROM duplicate_members own
       JOIN duplicate_members m ON m.group_pk = own.group_pk AND m.book_pk <> own.book_pk
       JOIN books b ON b.pk = m.book_pk JOIN libraries l ON l.pk = b.library_pk
     WHERE own.book_pk = ? AND b.missing_since IS NULL`,
  );
  const insert = database.prepare(
    `INSERT INTO set_aside_copies (book_pk, state, bin_id, kept_book_pk, set_aside_at)
     VALUES (@book_pk, @state, @bin_id, @kept_pk, @now)`,
  );
  const keepInstead = database.prepare(
    'UPDATE set_aside_copies SET kept_book_pk = @kept_pk WHERE kept_book_pk = @book_pk',
  );
  const setState = database.prepare(
    'UPDATE set_aside_copies SET state = @state WHERE book_pk = @pk',
  );
  const remove = database.prepare('DELETE FROM set_aside_copies WHERE book_pk = ?');
  const ignore = database.prepare(
    'INSERT OR IGNORE INTO ignored_files (library_pk, path) VALUES (@library_pk, @path)',
  );
  const heed = database.prepare(
    'DELETE FROM ignored_files WHERE library_pk = @library_pk AND path = @path',
  );
  const setMissing = database.prepare(
    'UPDATE books SET missing_since = @missing_since, modified_at = @now WHERE pk = @pk',
  );

  return {
    list({ sort, ...page }: CopiesQuery): {
      copies: ListedCopy[];
      total: number;
    } {
      const order = `c.set_aside_at ${sort.direction}, b.pk ${sort.direction}`;
      const copies = value<string>(
        `SELECT json_group_array(json(record)) FROM (
           SELECT json_object('id', b.id, 'title', b.title, 'library_id', l.id,
             'library_name', l.name, 'path', b.path, 'file_size', b.file_size,
             'place', iif(c.state = 'hidden', 'hidden', 'bin'), 'set_aside_at', c.set_aside_at,
             'is_kept', EXISTS (SELECT 1 FROM books k
               WHERE k.pk = c.kept_book_pk AND k.missing_since IS NULL)) AS record
           FROM ${setAside} ORDER BY ${order} LIMIT :limit OFFSET :offset)`,
        limits(page),
      );
      return {
        copies: JSON.parse(copies) as ListedCopy[],
        total: value<number>(`SELECT count(*) FROM ${setAside}`, {}),
      };
    },
    get: (bookId: string) => byId.get(bookId),
    /** Moves that a crash may have interrupted. */
    interrupted: () => inState.all(JSON.stringify(['moving', 'restoring'])),
    /** Copies in the bin that were set aside until this time, if the copy that stayed is present. */
    due: (until: string) => due.all(until),
    /** Other present copies of a book, that is, present members of its groups. */
    others: (bookPk: number) => others.all(bookPk),
    /**
     * Removes a book from the library and makes scans ignore its path. `kept_pk` is the copy that stays. It
     * also becomes the copy that stays for books that were set aside in favour of this one.
     */
    setAside: (
      { pk, library_pk, path }: CopyRow,
      state: CopyState,
      { bin_id, kept_pk }: { bin_id: string; kept_pk: number | null },
    ) => {
      if (kept_pk !== null) keepInstead.run({ book_pk: pk, kept_pk });
      insert.run({ book_pk: pk, state, bin_id, kept_pk, now: isoNow() });
      ignore.run({ library_pk, path });
      setMissing.run({ pk, missing_since: isoNow(), now: isoNow() });
    },
    /** Transfers what people did with a copy to the one that stays. */
    handOver: ({ pk, kept_pk, kept_pages }: DueCopy): void =>
      database.transaction(() => takeOver(pk, { pk: kept_pk, page_count: kept_pages })).immediate(),
    setInBin: (pk: number) => void setState.run({ pk, state: 'bin' }),
    /** Records a copy whose file is about to be put back. */
    setRestoring: (pk: number) =>
      void withFullSync(database, () => setState.run({ pk, state: 'restoring' })),
    /** Undoes `setAside`. A book whose file was deleted stays missing. */
    release: ({ pk, library_pk, path }: CopyRow, isBack: boolean) => {
      remove.run(pk);
      heed.run({ library_pk, path });
      if (isBack) setMissing.run({ pk, missing_since: null, now: isoNow() });
    },
    transaction: <Result>(work: () => Result): Result => database.transaction(work).immediate(),
    /** For what is recorded before a file moves. */
    durableTransaction: <Result>(work: () => Result): Result =>
      withFullSync(database, () => database.transaction(work).immediate()),
  };
};

export type CopiesStore = ReturnType<typeof createCopiesStore>;
