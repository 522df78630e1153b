import type { Direction, PageRequest } from '../../shared/schemas.ts';
import { limits } from './page-sql.ts';
import type { Database } from './types.ts';

interface RowListSql {
  /** Tables, joins and WHERE. */
  from: string;
  /** Sort keys of the rows; the last one is unique. */
  keys: readonly string[];
}

/** Lists rows in pages, in both directions, with their total number. */
export const createRowList = <Row>(
  database: Database,
  { columns, from, keys }: RowListSql & { columns: string },
) => {
  const page = (direction: Direction) => {
    const order = keys.map((key) => `${key} ${direction}`).join(', ');
    return database.prepare<object, Row>(
      `SELECT ${columns} FROM ${from} ORDER BY ${order} LIMIT @limit OFFSET @offset`,
    );
  };
  const pages = { asc: page('asc'), desc: page('desc') };
  const total = database.prepare<object, number>(`SELECT count(*) FROM ${from}`).pluck();
  return (
    { sort, ...query }: Pick<PageRequest, 'page' | 'pageSize' | 'sort'>,
    parameters: object = {},
  ): { data: Row[]; total: number } => ({
    data: pages[sort.direction].all({ ...parameters, ...limits(query) }),
    total: total.get(parameters) ?? 0,
  });
};

/** The same for records that are written as JSON by one expression. */
export const createRecordList = <Item>(
  database: Database,
  { record, ...sql }: RowListSql & { record: string },
) => {
  const list = createRowList<{ json: string }>(database, { columns: `${record} AS json`, ...sql });
  return (...given: Parameters<typeof list>): { data: Item[]; total: number } => {
    const { data, total } = list(...given);
    return { data: data.map(({ json }) => JSON.parse(json) as Item), total };
  };
};
