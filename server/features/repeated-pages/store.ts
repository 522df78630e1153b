import type { listRepeatedPages, RepeatedPage } from '../../../shared/api/repeated-pages.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import { createRowList } from '../../database/row-list.ts';
import type { Database } from '../../database/types.ts';

export type RepeatedPagesQuery = EndpointParsed<typeof listRepeatedPages>['query'];

const columns = `r.id, l.id AS library_id, r.file_size, r.book_count, r.front_count, r.back_count,
  r.cover_count, r.mark, r.found_at`;
const joined = 'repeated_pages r JOIN libraries l ON l.pk = r.library_pk';

/** SQL for pages that many books share. */
export const createRepeatedPagesStore = (database: Database) => {
  const hasLibrary = database
    .prepare<[string], number>('SELECT 1 FROM libraries WHERE id = ?')
    .pluck();
  const listBy = (field: 'book_count' | 'found_at') =>
    createRowList<RepeatedPage>(database, {
      columns,
      from: `${joined} WHERE l.id = @library AND (@mark IS NULL OR coalesce(r.mark, 'none') = @mark)`,
      keys: [`r.${field}`, 'r.pk'],
    });
  const lists = { book_count: listBy('book_count'), found_at: listBy('found_at') };
  const byId = database.prepare<[string], RepeatedPage>(
    `SELECT ${columns} FROM ${joined} WHERE r.id = ?`,
  );
  const picture = database.prepare<[string], { hash: string; picture: Uint8Array }>(
    'SELECT hash, picture FROM repeated_pages WHERE id = ?',
  );
  const mark = database.prepare<[RepeatedPage['mark'], string]>(
    'UPDATE repeated_pages SET mark = ? WHERE id = ?',
  );
  return {
    hasLibrary: (id: string) => hasLibrary.get(id) === 1,
    list: (library: string, { mark: wanted, ...query }: RepeatedPagesQuery) =>
      lists[query.sort.field](query, { library, mark: wanted ?? null }),
    get: (id: string) => byId.get(id),
    picture: (id: string) => picture.get(id),
    mark: (id: string, value: RepeatedPage['mark']) => void mark.run(value, id),
  };
};

export type RepeatedPagesStore = ReturnType<typeof createRepeatedPagesStore>;
