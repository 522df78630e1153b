import type { ForeignDatabase } from '../../../lib/foreign-database/foreign-database.ts';
import type { ImportRecord } from '../model.ts';
import { flagOf, foreignText, idOf, instantOf } from './values.ts';

type Row = Record<string, unknown>;

/**
 * Queries for lists (`id`, `name`, `ordered`, `created`; reading lists also `summary`) and for their members in order
 * (`list`, `member`).
 */
interface ListQueries {
  collections: string;
  seriesOfCollections: string;
  readLists: string;
  booksOfReadLists: string;
}

/** The collections and reading lists of a program that keeps them as Octavo does. */
export async function* listRecords(
  database: ForeignDatabase,
  queries: ListQueries,
): AsyncGenerator<ImportRecord[]> {
  const membersOf = async (query: string) => {
    const members = Map.groupBy(await database.all<Row>(query), ({ list }) => idOf(list));
    return ({ id }: Row) => (members.get(idOf(id)) ?? []).map(({ member }) => idOf(member));
  };
  const seriesOf = await membersOf(queries.seriesOfCollections);
  const collections = await database.all<Row>(queries.collections);
  yield collections.map((row) => ({
    kind: 'collection',
    ...listFields(row),
    series: seriesOf(row),
  }));
  const booksOf = await membersOf(queries.booksOfReadLists);
  const readLists = await database.all<Row>(queries.readLists);
  yield readLists.map((row) => ({
    kind: 'read_list',
    ...listFields(row),
    summary: foreignText(row['summary'], 10_000),
    books: booksOf(row),
  }));
}

const listFields = ({ id, name, ordered, created }: Row) => ({
  id: idOf(id),
  name: foreignText(name, 255) ?? '?',
  is_ordered: flagOf(ordered),
  created_at: instantOf(created),
});
