import type { Direction, PageRequest } from '../../shared/schemas.ts';
import type { ListPage } from './json.ts';
import { limits } from './page-sql.ts';
import type { Database } from './types.ts';

/** Lists JSON records in the order of a key, in pages. `from` holds the joins and the WHERE. */
export const createRecordList = <Item>(
  database: Database,
  { record, from, key }: { record: string; from: string; key: string },
) => {
  const pages = (direction: Direction) =>
    database
      .prepare<object, string>(
        `SELECT ${record} FROM ${from} ORDER BY ${key} ${direction} LIMIT @limit OFFSET @offset`,
      )
      .pluck();
  const listed = { asc: pages('asc'), desc: pages('desc') };
  const total = database.prepare<object, number>(`SELECT count(*) FROM ${from}`).pluck();
  return (
    { sort, ...query }: Pick<PageRequest, 'page' | 'pageSize' | 'sort'>,
    parameters: object = {},
  ): ListPage<Item> => ({
    data: listed[sort.direction]
      .all({ ...parameters, ...limits(query) })
      .map((json) => JSON.parse(json) as Item),
    total: total.get(parameters) ?? 0,
  });
};
