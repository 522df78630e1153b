import type { Direction, PageRequest } from '../../shared/schemas.ts';
import { toSearchKey } from '../text/search-key.ts';
import { naturalKey, sortTitle } from '../text/natural.ts';
import type { Database } from './types.ts';
import { newId } from './ids.ts';
import { jsonText, type ListPage, jsonBoolean } from './json.ts';
import { limits, pageSql, preparedValues } from './page-sql.ts';

/** The tables of one kind of list. */
interface ListTables {
  lists: 'collections' | 'read_lists';
  entries: 'collection_series' | 'read_list_books';
  /** Columns of `entries`. */
  list_pk: string;
  member_pk: string;
  members: 'series' | 'books';
  /** Name of the counter in the record. */
  count: string;
  /** Columns specific to this kind; they are part of the record. */
  columns: readonly ('summary' | 'condition')[];
  /** SQL sort keys of a member `m`, for a list without an order of its own. */
  byName: readonly string[];
}

export interface ListQuery extends PageRequest<'name' | 'created_at' | 'updated_at'> {
  /** Substring of the name. */
  search?: string | undefined;
  /** Only lists with a present member of these libraries; none means all. */
  library_ids?: readonly string[] | undefined;
  /** Only lists that contain this member. */
  member_id?: string | undefined;
}

export interface ListFields {
  name: string;
  ordered: boolean;
  summary?: string | null;
  /** Collections only: the condition that its series match, as sent by clients. */
  condition?: Record<string, unknown> | null;
}

/** A member of a list. */
export interface ListEntry {
  id: string;
  isMissing: boolean;
  /** Whether content restrictions hide it from the person who asks. */
  isHidden: boolean;
}

/** The cover of an entry, or an uploaded image. */
export type ListCover = { member_id: string } | { upload: string };

/** SQL of the kind-specific columns. */
const recorded = { summary: 'c.summary', condition: 'json(c.condition)' };

export type EntryOrder = 'position' | 'name' | 'date_added' | 'release_date';

const present = 'm.missing_since IS NULL';

/** The sort key before the name; empty for the name alone. */
const orderSql = ({ members }: ListTables, field: EntryOrder, direction: Direction): string => {
  switch (field) {
    case 'position':
      return `iif(c.ordered, e.position, 0) ${direction},`;
    case 'date_added':
      return `m.${members === 'series' ? 'date_added' : 'created_at'} ${direction},`;
    case 'release_date':
      return `m.release_date IS NULL, m.release_date ${direction},`;
    case 'name':
      return '';
  }
};

/** The entries of a list with their members; `main.`, because `e` is visible already. */
const entriesSql = ({ entries, member_pk, members }: ListTables): string =>
  `FROM ${entries} e CROSS JOIN main.${members} m ON m.pk = e.${member_pk}`;

/** JSON expression for a list `c`. */
const recordSql = (tables: ListTables): string => {
  const { list_pk, count, columns } = tables;
  return `json_object('id', c.id, 'name', c.name,
    ${columns.map((column) => `'${column}', ${recorded[column]},`).join(' ')}
    'ordered', ${jsonBoolean('c.ordered')},
    '${count}', (SELECT count(*) ${entriesSql(tables)} WHERE e.${list_pk} = c.pk AND ${present}),
    'cover_source', CASE WHEN c.cover_choice IS NULL THEN 'automatic'
      WHEN c.cover_choice ->> 'upload' IS NULL THEN 'member' ELSE 'upload' END,
    'cover_member_id', c.cover_choice ->> 'member_id',
    'created_at', c.created_at, 'updated_at', c.updated_at)`;
};

/** The members of lists. */
const createListEntries = (database: Database, tables: ListTables) => {
  const { lists, entries, list_pk, member_pk, members } = tables;
  const ofList = entriesSql(tables);
  const touch = database.prepare(`UPDATE ${lists} SET updated_at = :now WHERE id = :id`);
  const allEntries = database.prepare<[string], { id: string; missing: number }>(
    `SELECT m.id, m.missing_since IS NOT NULL AS missing ${ofList}
     WHERE e.${list_pk} = (SELECT pk FROM ${lists} WHERE id = ?) ORDER BY e.position`,
  );
  const clear = database.prepare(
    `DELETE FROM ${entries} WHERE ${list_pk} = (SELECT pk FROM ${lists} WHERE id = ?)`,
  );
  const replaceItems = database.prepare(
    `INSERT INTO ${entries} (${list_pk}, ${member_pk}, position)
     SELECT (SELECT pk FROM ${lists} WHERE id = :id), m.pk, wanted.key
     FROM json_each(:ids) wanted CROSS JOIN ${members} m ON m.id = wanted.value`,
  );
  const known = database
    .prepare<[string], string>(
      `SELECT m.id FROM json_each(?) wanted CROSS JOIN ${members} m ON m.id = wanted.value`,
    )
    .pluck();
  const entriesOf = (id: string): ListEntry[] => {
    // Entries that a restricted person cannot see keep their position on a list.
    const all = database.readAs(null, () => allEntries.all(id));
    const shown = new Set(
      database.viewer() === null ? [] : allEntries.all(id).map((entry) => entry.id),
    );
    return all.map((entry) => ({
      id: entry.id,
      isMissing: entry.missing === 1,
      isHidden: database.viewer() !== null && !shown.has(entry.id),
    }));
  };

  return {
    /** In order of position, including missing and hidden ones. */
    entries: entriesOf,
    /** The ids that belong to a series or book, missing or not. */
    known: (ids: readonly string[]): Set<string> => new Set(known.all(JSON.stringify(ids))),
    /** Replaces all entries, in this order; ids must be distinct. */
    fill(id: string, ids: readonly string[], time: string): void {
      clear.run(id);
      replaceItems.run({ id, ids: JSON.stringify(ids) });
      touch.run({ id, now: time });
    },
  };
};

/**
 * Named lists with series or books as entries. `Item` is the API record. Missing entries keep their
 * position but are only included where stated.
 */
export const createOrderedLists = <Item>(database: Database, tables: ListTables) => {
  const { lists, entries, list_pk, member_pk, members, columns, byName } = tables;
  const value = preparedValues(database);
  const ofList = entriesSql(tables);
  const record = recordSql(tables);
  const sortKeys = { name: 'c.sort_key', created_at: 'c.created_at', updated_at: 'c.updated_at' };

  const byId = database
    .prepare<[string], string>(`SELECT ${record} FROM ${lists} c WHERE c.id = ?`)
    .pluck();
  const byNameKey = database
    .prepare<[string], string>(`SELECT id FROM ${lists} WHERE name_key = ?`)
    .pluck();
  const named = ['name', 'name_key', 'sort_key', 'ordered', ...columns];
  const insert = database.prepare(
    `INSERT INTO ${lists} (id, ${named.join(', ')}, created_at, updated_at)
     VALUES (:id, ${named.map((name) => `:${name}`).join(', ')}, :now, :now)`,
  );
  const update = database.prepare(
    `UPDATE ${lists} SET ${named.map((name) => `${name} = :${name}`).join(', ')}, updated_at = :now
     WHERE id = :id`,
  );
  const remove = database.prepare(`DELETE FROM ${lists} WHERE id = ?`);

  const coverOf = database
    .prepare<[string], string | null>(`SELECT cover_choice FROM ${lists} WHERE id = ?`)
    .pluck();
  const chooseCover = database.prepare(
    `UPDATE ${lists} SET cover_choice = :choice, updated_at = :now WHERE id = :id`,
  );

  const everything = <Result>(work: () => Result): Result => database.readAs(null, work);
  const cover = (id: string): ListCover | null => {
    const choice = coverOf.get(id) ?? null;
    return choice === null ? null : (JSON.parse(choice) as ListCover);
  };

  const parameters = ({ condition = null, summary = null, ...fields }: ListFields) => ({
    ...fields,
    summary,
    condition: condition && JSON.stringify(condition),
    ordered: Number(fields.ordered),
    name_key: toSearchKey(fields.name),
    sort_key: naturalKey(sortTitle(fields.name)),
  });

  return {
    list(query: ListQuery): ListPage<Item> {
      const { search = '', library_ids = [], member_id } = query;
      const having = (test: string) =>
        ` AND EXISTS (SELECT 1 ${ofList} WHERE e.${list_pk} = c.pk AND ${test})`;
      const filter =
        (search === '' ? '' : ' AND instr(c.name_key, :search) > 0') +
        (member_id === undefined ? '' : having('m.id = :member_id')) +
        (library_ids.length === 0
          ? ''
          : having(`${present} AND m.library_pk IN (
              SELECT pk FROM libraries WHERE id IN (SELECT value FROM json_each(:library_ids)))`));
      const from = `FROM ${lists} c WHERE true${filter}`;
      const given = {
        ...limits(query),
        search: toSearchKey(search),
        member_id: member_id ?? null,
        library_ids: JSON.stringify(library_ids),
      };
      const sql = pageSql({
        pk: 'c.pk',
        from,
        order: { keys: [sortKeys[query.sort.field], 'c.pk'], direction: query.sort.direction },
        record,
        joins: `CROSS JOIN ${lists} c ON c.pk = page.pk`,
      });
      return {
        data: jsonText<Item[]>(value<string>(sql, given)),
        total: value<number>(`SELECT count(*) ${from}`, given),
      };
    },
    get(id: string): Item | undefined {
      const json = byId.get(id);
      return json === undefined ? undefined : (JSON.parse(json) as Item);
    },
    /** The list of that name, ignoring case and diacritics, also a hidden one. */
    idOfName: (name: string): string | undefined =>
      everything(() => byNameKey.get(toSearchKey(name))),
    /** Whether a list has this id, also a hidden one. */
    isTaken: (id: string): boolean => everything(() => byId.get(id)) !== undefined,
    /** Whether the list has a condition, also a hidden one. */
    isRuled: (id: string): boolean => {
      const list = everything(() => byId.get(id));
      return list !== undefined && ((JSON.parse(list) as ListFields).condition ?? null) !== null;
    },
    /** Whether content restrictions hide something from the person who asks. */
    isRestricted: (): boolean => database.viewer() !== null,
    /** Reads without regard to content restrictions. */
    everything,
    insert(fields: ListFields, time: string, id = newId()): string {
      insert.run({ ...parameters(fields), id, now: time });
      return id;
    },
    update: (id: string, fields: ListFields, time: string): void =>
      void update.run({ ...parameters(fields), id, now: time }),
    remove: (id: string): void => void remove.run(id),

    /**
     * Present members of one page in list order, or by name if the list is unordered or `request`
     * asks for it; members without a release date come last.
     */
    members(id: string, request: PageRequest<EntryOrder>): { ids: string[]; total: number } {
      const { field, direction } = request.sort;
      const from = `FROM ${lists} c CROSS JOIN ${entries} e ON e.${list_pk} = c.pk
        CROSS JOIN main.${members} m ON m.pk = e.${member_pk} WHERE c.id = :id AND ${present}`;
      const first = orderSql(tables, field, direction);
      const keys = byName.map((key) => `${key} ${direction}`).join(', ');
      const sql = `SELECT json_group_array(id) FROM (
        SELECT m.id ${from} ORDER BY ${first} ${keys} LIMIT :limit OFFSET :offset)`;
      const given = { ...limits(request), id };
      return {
        ids: JSON.parse(value<string>(sql, given)) as string[],
        total: value<number>(`SELECT count(*) ${from}`, given),
      };
    },
    ...createListEntries(database, tables),
    /** The chosen cover; null while the first entry's is used. */
    cover,
    /** Whether there is a list of this id. */
    exists: (id: string): boolean => coverOf.get(id) !== undefined,
    chooseCover: (id: string, choice: ListCover | null, time: string): void =>
      void chooseCover.run({ id, choice: choice && JSON.stringify(choice), now: time }),
    /** Atomic. */
    transaction: <Result>(work: () => Result): Result => database.transaction(work).immediate(),
  };
};

export type OrderedLists<Item> = ReturnType<typeof createOrderedLists<Item>>;
