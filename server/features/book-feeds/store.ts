import { bookFeedEntries, type BookFeedScope } from '../../../shared/api/book-feeds.ts';
import type { Database } from '../../database/types.ts';
import type { Statement } from '../../database/database.ts';

export type BookFeedsStore = ReturnType<typeof createBookFeedsStore>;

/** SQL for each scope of a feed: the condition for its books, and the query for its name. */
const scopes: Record<BookFeedScope, { where: string; name: string }> = {
  library_id: {
    where: 'b.library_pk = (SELECT pk FROM libraries WHERE id = :id)',
    name: 'SELECT name FROM libraries WHERE id = ?',
  },
  series_id: {
    where: 'b.series_pk = (SELECT pk FROM series WHERE id = :id)',
    name: 'SELECT name FROM series WHERE id = ?',
  },
  collection_id: {
    where: `b.series_pk IN (SELECT c.series_pk FROM collection_series c
      WHERE c.collection_pk = (SELECT pk FROM collections WHERE id = :id))`,
    name: 'SELECT name FROM collections WHERE id = ?',
  },
  read_list_id: {
    where: `b.pk IN (SELECT r.book_pk FROM read_list_books r
      WHERE r.read_list_pk = (SELECT pk FROM read_lists WHERE id = :id))`,
    name: 'SELECT name FROM read_lists WHERE id = ?',
  },
};

export const createBookFeedsStore = (database: Database) => {
  const version = database
    .prepare<[number], number>('SELECT feed_version FROM users WHERE pk = ?')
    .pluck();
  const raiseVersion = database.prepare(
    'UPDATE users SET feed_version = feed_version + 1 WHERE pk = ?',
  );
  const newest = (where: string): Statement<[{ id: string | null }], string> =>
    database
      .prepare<[{ id: string | null }], string>(
        `SELECT b.id FROM books b WHERE b.missing_since IS NULL AND ${where} AND :id IS :id
         ORDER BY b.created_at DESC, b.pk DESC LIMIT ${bookFeedEntries}`,
      )
      .pluck();
  const newestOfAll = newest('true');
  const statements = Object.fromEntries(
    Object.entries(scopes).map(([scope, { where, name }]) => [
      scope,
      { newest: newest(where), name: database.prepare<[string], string>(name).pluck() },
    ]),
  ) as Record<BookFeedScope, { newest: typeof newestOfAll; name: Statement<[string], string> }>;
  return {
    version: (userPk: number): number => version.get(userPk) ?? 0,
    raiseVersion: (userPk: number): void => void raiseVersion.run(userPk),
    /** Ids of the most recently added books, newest first. */
    newest: (scope: BookFeedScope | null, id: string | null): string[] =>
      (scope === null ? newestOfAll : statements[scope].newest).all({ id }),
    /** Name of the record to which a feed is limited; undefined if it does not exist. */
    nameOf: (scope: BookFeedScope, id: string): string | undefined =>
      statements[scope].name.get(id),
  };
};
