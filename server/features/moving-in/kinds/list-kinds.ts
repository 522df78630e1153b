import { newId } from '../../../database/ids.ts';
import type { Database } from '../../../database/types.ts';
import { naturalKey, sortTitle } from '../../../text/natural.ts';
import { toSearchKey } from '../../../text/search-key.ts';
import type { Journal } from '../journal.ts';
import type { RecordOf } from '../model.ts';
import type { Targets } from '../targets.ts';
import { missing, toMs, type KindWriter } from './kind.ts';

type ListKind = 'collection' | 'read_list';
type ListRecord = RecordOf<ListKind>;

const tablesOf = {
  collection: {
    lists: 'collections',
    entries: 'collection_series',
    list_pk: 'collection_pk',
    member_pk: 'series_pk',
  },
  read_list: {
    lists: 'read_lists',
    entries: 'read_list_books',
    list_pk: 'read_list_pk',
    member_pk: 'book_pk',
  },
} as const;

/** Keys of the members that are here, in order. */
const membersOf = (record: ListRecord, targets: Targets): number[] => {
  const keys =
    record.kind === 'collection'
      ? record.series.map((id) => targets.series(id)?.pk)
      : record.books.map((id) => targets.book(id)?.pk);
  return [...new Set(keys.filter((key) => key !== undefined))];
};

/**
 * Lists are shared by the household, so that one of the same name gets the members that it lacks and
 * keeps its order.
 */
export const createListKind = <Kind extends ListKind>(
  kind: Kind,
  { database, journal }: { database: Database; journal: Journal },
): KindWriter<Kind> => {
  const { lists, entries, list_pk, member_pk } = tablesOf[kind];
  const named = database.prepare<[string], { pk: number; id: string }>(
    `SELECT pk, id FROM ${lists} WHERE name_key = ?`,
  );
  const memberKeys = database
    .prepare<[number], number>(`SELECT ${member_pk} FROM ${entries} WHERE ${list_pk} = ?`)
    .pluck();
  const last = database
    .prepare<[number], number>(
      `SELECT coalesce(max(position), -1) FROM ${entries} WHERE ${list_pk} = ?`,
    )
    .pluck();

  const lacking = (record: ListRecord, targets: Targets, listPk: number): number[] => {
    const here = new Set(memberKeys.all(listPk));
    return membersOf(record, targets).filter((key) => !here.has(key));
  };

  return {
    assess(record: ListRecord, targets) {
      const list = named.get(toSearchKey(record.name));
      const members = membersOf(record, targets);
      if (members.length === 0) return missing;
      if (!list) return { state: 'new', basis: null, target: null };
      const state = lacking(record, targets, list.pk).length > 0 ? 'matched' : 'present';
      return { state, basis: 'name', target: list.id };
    },
    write(record: ListRecord, targets, { importPk, now }) {
      if (membersOf(record, targets).length === 0) return undefined;
      const name_key = toSearchKey(record.name);
      if (!named.get(name_key)) {
        journal.write(importPk, lists, [newId()], {
          name: record.name,
          name_key,
          sort_key: naturalKey(sortTitle(record.name)),
          ordered: Number(record.is_ordered),
          created_at: record.created_at === null ? now : toMs(record.created_at),
          updated_at: now,
          ...(record.kind === 'read_list' ? { summary: record.summary } : {}),
        });
      }
      const list = named.get(name_key);
      if (!list) return undefined;
      const added = lacking(record, targets, list.pk);
      let position = last.get(list.pk) ?? -1;
      for (const member of added) {
        position += 1;
        journal.write(importPk, entries, [list.pk, member], { position });
      }
      return added.length > 0 ? list.id : undefined;
    },
  };
};
