import type { EditEntity } from '../../../shared/api/edits.ts';
import type { Database } from '../../database/types.ts';
import type { BookScope } from '../../tasks/task-types.ts';

export interface ScopedBook {
  pk: number;
  id: string;
  library_id: string;
}

/** The part of a scope in SQL, for a series `s` and a book `b` in a library `l`. */
const tests = {
  library: 'l.id = @ids',
  series: 's.id IN (SELECT value FROM json_each(@ids))',
  book: 'b.id IN (SELECT value FROM json_each(@ids))',
};

const partsOf = (scope: BookScope): { kind: keyof typeof tests; ids: string } => {
  if ('library_id' in scope) return { kind: 'library', ids: scope.library_id };
  if ('series_ids' in scope) return { kind: 'series', ids: JSON.stringify(scope.series_ids) };
  return { kind: 'book', ids: JSON.stringify(scope.book_ids) };
};

const fromBooks = `FROM books b JOIN series s ON s.pk = b.series_pk JOIN libraries l ON l.pk = b.library_pk`;
const fromSeries = 'FROM series s JOIN libraries l ON l.pk = s.library_pk';
const isEdited = (alias: string) => `${alias}.locked_fields <> '[]'`;

export type ReprocessStore = ReturnType<typeof createReprocessStore>;

/** The books of a scope, and those that somebody edited. */
export const createReprocessStore = (database: Database) => {
  const prepared = <Row>(sql: (test: string) => string) => ({
    library: database.prepare<[object], Row>(sql(tests.library)),
    series: database.prepare<[object], Row>(sql(tests.series)),
    book: database.prepare<[object], Row>(sql(tests.book)),
  });
  const isHere = 'b.missing_since IS NULL';
  const counts = prepared<{ count: number }>(
    (test) => `SELECT count(*) AS count ${fromBooks} WHERE ${isHere} AND ${test}`,
  );
  const pages = prepared<ScopedBook>(
    (test) =>
      `SELECT b.pk, b.id, l.id AS library_id ${fromBooks} WHERE ${isHere} AND ${test}
         AND b.pk > @after ORDER BY b.pk LIMIT @limit`,
  );
  const skipped = prepared<{ pk: number }>(
    (test) =>
      `SELECT b.pk ${fromBooks} WHERE ${isHere} AND ${test} ORDER BY b.pk LIMIT 1 OFFSET @offset`,
  );
  const editedBooks = prepared<{ id: string }>(
    (test) => `SELECT b.id ${fromBooks} WHERE ${isEdited('b')} AND ${test} ORDER BY b.pk`,
  );
  const seriesSql = (test: string) =>
    `SELECT s.id ${fromSeries} WHERE ${isEdited('s')} AND ${test} ORDER BY s.pk`;
  const editedSeries = {
    library: database.prepare<[object], { id: string }>(seriesSql(tests.library)),
    series: database.prepare<[object], { id: string }>(seriesSql(tests.series)),
  };
  const library = database.prepare<[string]>('SELECT 1 FROM libraries WHERE id = ?');

  return {
    hasLibrary: (id: string): boolean => library.get(id) !== undefined,
    count(scope: BookScope): number {
      const { kind, ids } = partsOf(scope);
      return counts[kind].get({ ids })?.count ?? 0;
    },
    /** The books of a scope behind the one with this key. */
    after(scope: BookScope, after: number, limit: number): ScopedBook[] {
      const { kind, ids } = partsOf(scope);
      return pages[kind].all({ ids, after, limit });
    },
    /** The key of the last of the first `count` books of a scope; 0 without one. */
    keyOfLast(scope: BookScope, count: number): number {
      if (count === 0) return 0;
      const { kind, ids } = partsOf(scope);
      return skipped[kind].get({ ids, offset: count - 1 })?.pk ?? 0;
    },
    /** Ids of the series or books with locked fields. */
    edited(entity: EditEntity, scope: BookScope): string[] {
      const { kind, ids } = partsOf(scope);
      if (entity === 'book') return editedBooks[kind].all({ ids }).map(({ id }) => id);
      return kind === 'book' ? [] : editedSeries[kind].all({ ids }).map(({ id }) => id);
    },
  };
};
