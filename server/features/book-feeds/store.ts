import { bookFeedEntries, type BookFeedScope } from '../../../shared/api/book-feeds.ts';
import type { Database } from '../../database/types.ts';
import type { Statement } from '../../database/database.ts';

export type BookFeedsStore = ReturnType<typeof createBookFeedsStore>;

/** The scope of a feed: which books, and where its name is. */
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
    /** Ids of the books that were added last, the newest first. */
    newest: (scope: BookFeedScope | null, id: string | null): string[] =>
      (scope === null ? newestOfAll : statements[scope].newest).all({ id }),
    /** The name of what a feed is limited to, or undefined. */
    nameOf: (scope: BookFeedScope, id: string): string | undefined =>
      statements[scope].name.get(id),
  };
};
