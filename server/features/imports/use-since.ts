import type { Database } from '../../database/types.ts';
import { anyRow, isEdited, usedByPeople } from '../../database/use-by-people.ts';

/** Tables with rows of a person that can appear without the person doing anything. */
const passive = [
  ...['content_restrictions', 'password_resets', 'email_verifications'],
  ...['place_questions', 'sign_ins', 'user_series'],
];

const { books, series, booksOrSeries, libraries } = usedByPeople;
const ofBook = 't.book_pk IN (SELECT pk FROM books WHERE library_pk = l.pk)';
const ofSeries = 't.series_pk IN (SELECT pk FROM series WHERE library_pk = l.pk)';
const ofLibrary = 't.library_pk = l.pk';

/** Whether people have used or changed a library. */
const libraryUse = [
  'l.updated_at <> l.created_at',
  anyRow(books, ofBook),
  anyRow(series, ofSeries),
  anyRow(booksOrSeries, `${ofBook} OR ${ofSeries}`),
  anyRow(libraries, ofLibrary),
  anyRow(['binned_files'], ofLibrary),
  anyRow(['set_aside_copies'], ofBook),
  anyRow(['books'], `${ofLibrary} AND ${isEdited('t')}`),
  anyRow(['series'], `${ofLibrary} AND (${isEdited('t')} OR t.labels <> '[]')`),
  anyRow(
    ['volumes'],
    `${ofSeries} AND (t.title IS NOT NULL OR t.cover_book_pk IS NOT NULL OR t.is_manual OR t.is_dissolved)`,
  ),
].join(' OR ');

export type UseSince = ReturnType<typeof createUseSince>;

/**
 * Finds out whether people have used what an import created. Asked after everything else of the import is
 * undone: what is left then is theirs.
 */
export const createUseSince = (database: Database) => {
  const library = database
    .prepare<[string], string>(`SELECT l.name FROM libraries l WHERE l.id = ? AND (${libraryUse})`)
    .pluck();
  const active = database
    .prepare<[string], string>(
      `SELECT m.name FROM sqlite_schema m JOIN pragma_foreign_key_list(m.name) f
       WHERE m.type = 'table' AND f."table" = 'users' AND f.on_delete = 'CASCADE'
         AND m.name NOT IN (SELECT value FROM json_each(?)) ORDER BY m.name`,
    )
    .pluck()
    .all(JSON.stringify(passive));
  const isOwn = 't.user_pk = u.pk';
  const personUse = [
    anyRow(active, isOwn),
    anyRow(['sign_ins'], `${isOwn} AND t.failure IS NULL`),
  ].join(' OR ');
  const person = database
    .prepare<[string], string>(`SELECT u.username FROM users u WHERE u.id = ? AND (${personUse})`)
    .pluck();
  return {
    /** Returns the name of a library that is in use. */
    ofLibrary: (id: string): string | null => library.get(id) ?? null,
    /** Returns the name of a person who has done anything, such as reading or signing in. */
    ofPerson: (id: string): string | null => person.get(id) ?? null,
  };
};
