import type { listRepeatedPages, RepeatedPage } from '../../../shared/api/repeated-pages.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import type { ListPage } from '../../database/json.ts';
import { limits } from '../../database/page-sql.ts';
import type { Database } from '../../database/types.ts';

export type RepeatedPagesQuery = EndpointParsed<typeof listRepeatedPages>['query'];

const record = `SELECT r.id, l.id AS library_id, r.file_size, r.book_count, r.front_count, r.back_count,
  r.cover_count, r.mark, r.found_at FROM repeated_pages r JOIN libraries l ON l.pk = r.library_pk`;
const ofLibrary = `l.id = @library AND (@mark IS NULL OR coalesce(r.mark, 'none') = @mark)`;

/** Pages that many books have. */
export const createRepeatedPagesStore = (database: Database) => {
  const hasLibrary = database
    .prepare<[string], number>('SELECT 1 FROM libraries WHERE id = ?')
    .pluck();
  const lists = (field: 'book_count' | 'found_at', direction: 'asc' | 'desc') =>
    database.prepare<
      { library: string; mark: string | null; limit: number; offset: number },
      RepeatedPage
    >(
      `${record} WHERE ${ofLibrary} ORDER BY r.${field} ${direction}, r.pk LIMIT @limit OFFSET @offset`,
    );
  const listed = {
    book_count: { asc: lists('book_count', 'asc'), desc: lists('book_count', 'desc') },
    found_at: { asc: lists('found_at', 'asc'), desc: lists('found_at', 'desc') },
  };
  const total = database
    .prepare<{ library: string; mark: string | null }, number>(
      `SELECT count(*) FROM repeated_pages r JOIN libraries l ON l.pk = r.library_pk WHERE ${ofLibrary}`,
    )
    .pluck();
  const byId = database.prepare<[string], RepeatedPage>(`${record} WHERE r.id = ?`);
  const picture = database.prepare<[string], { hash: string; picture: Uint8Array }>(
    'SELECT hash, picture FROM repeated_pages WHERE id = ?',
  );
  const mark = database.prepare<[RepeatedPage['mark'], string]>(
    'UPDATE repeated_pages SET mark = ? WHERE id = ?',
  );
  return {
    hasLibrary: (id: string) => hasLibrary.get(id) === 1,
    list: (
      library: string,
      { sort, mark: wanted, ...query }: RepeatedPagesQuery,
    ): ListPage<RepeatedPage> => {
      const which = { library, mark: wanted ?? null };
      return {
        data: listed[sort.field][sort.direction].all({ ...which, ...limits(query) }),
        total: total.get(which) ?? 0,
      };
    },
    get: (id: string) => byId.get(id),
    picture: (id: string) => picture.get(id),
    mark: (id: string, value: RepeatedPage['mark']) => void mark.run(value, id),
  };
};

export type RepeatedPagesStore = ReturnType<typeof createRepeatedPagesStore>;
