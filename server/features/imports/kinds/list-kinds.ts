import { maxCoverUploadBytes } from '../../../../shared/api/cover-uploads.ts';
import { maxCoverUploads } from '../../../../shared/api/covers.ts';
import { filterSeriesBody } from '../../../../shared/api/filter-bodies.ts';
import type { Database } from '../../../database/types.ts';
import type { CoverUploads } from '../../../media/cover-uploads.ts';
import { MediaError } from '../../../media/media-error.ts';
import { naturalKey, sortTitle } from '../../../text/natural.ts';
import { toSearchKey } from '../../../text/search-key.ts';
import type { Journal } from '../journal.ts';
import type { RecordOf } from '../model.ts';
import type { Targets } from '../targets.ts';
import { idHere, missingMatch, toMs, type KindWriter } from './kind.ts';
import { conditionHere } from './own-kinds.ts';

const bounds = { count: maxCoverUploads, bytes: maxCoverUploadBytes };

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

/** Keys of the existing members, in order. */
const membersOf = (record: ListRecord, targets: Targets): number[] => {
  const keys =
    record.kind === 'collection'
      ? record.series.map((id) => targets.series(id)?.pk)
      : record.books.map((id) => targets.book(id)?.pk);
  return [...new Set(keys.filter((key) => key !== undefined))];
};

/** Whether it has members, none of which exist here. */
const isLost = (record: ListRecord, targets: Targets): boolean =>
  (record.kind === 'collection' ? record.series : record.books).length > 0 &&
  membersOf(record, targets).length === 0;

/** The rule of a collection in its stored form; null for an unsupported one. */
const ruleOf = ({ condition = null }: RecordOf<'collection'>, targets: Targets): string | null => {
  if (condition === null) return null;
  const mapped = conditionHere(condition, targets);
  return filterSeriesBody.safeParse({ condition: mapped }).success ? JSON.stringify(mapped) : null;
};

interface ListKindOptions {
  database: Database;
  journal: Journal;
  uploads: Pick<CoverUploads, 'save'>;
  readImage: (importPk: number, name: string) => Promise<Buffer>;
}

/** The id of a new list and its uploaded cover; null for a list that is here. */
export type NewCover = { id: string; upload: string | null } | null;

/** The member whose cover a list shows; null for one that is not on it here. */
const coverMemberOf = (record: ListRecord, targets: Targets): string | null => {
  const { cover_member = null } = record;
  if (cover_member === null) return null;
  const found =
    record.kind === 'collection' ? targets.series(cover_member) : targets.book(cover_member);
  return found?.id ?? null;
};

const choiceOf = (record: ListRecord, targets: Targets, upload: string | null): string | null => {
  if (upload !== null) return JSON.stringify({ upload });
  const member_id = coverMemberOf(record, targets);
  return member_id === null ? null : JSON.stringify({ member_id });
};

/**
 * Lists are shared by the household, so an existing one with the same name gets the missing members and keeps
 * its order.
 */
export const createListKind = <Kind extends ListKind>(
  kind: Kind,
  { database, journal, uploads, readImage }: ListKindOptions,
): KindWriter<Kind, NewCover> => {
  const { lists, entries, list_pk, member_pk } = tablesOf[kind];
  const named = database.prepare<[string], { pk: number; id: string }>(
    `SELECT pk, id FROM ${lists} WHERE name_key = ?`,
  );
  const withId = database.prepare<[string], { pk: number; id: string }>(
    `SELECT pk, id FROM ${lists} WHERE id = ?`,
  );
  const existingOf = ({ id, name }: ListRecord) => withId.get(id) ?? named.get(toSearchKey(name));
  const isTaken = (id: string) => withId.get(id) !== undefined;
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
      const list = existingOf(record);
      if (isLost(record, targets)) return missingMatch;
      if (!list) return { state: 'new', basis: null, target: null };
      const state = lacking(record, targets, list.pk).length > 0 ? 'matched' : 'present';
      return { state, basis: list.id === record.id ? 'id' : 'name', target: list.id };
    },
    async prepare(record: ListRecord, _targets, { importPk }) {
      if (existingOf(record)) return null;
      const id = idHere(record.id, isTaken);
      const { image = null } = record;
      if (image === null) return { id, upload: null };
      try {
        const bytes = await readImage(importPk, image);
        return { id, upload: await uploads.save(id, bytes, bounds) };
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (error instanceof MediaError || code === 'ENOENT') return { id, upload: null };
        throw error;
      }
    },
    write(record: ListRecord, targets, { importPk, now }, prepared) {
      if (isLost(record, targets)) return undefined;
      const isNew = !existingOf(record) && prepared !== null;
      if (isNew) {
        journal.write(importPk, lists, [prepared.id], {
          name: record.name,
          name_key: toSearchKey(record.name),
          sort_key: naturalKey(sortTitle(record.name)),
          ordered: Number(record.is_ordered),
          created_at: record.created_at === null ? now : toMs(record.created_at),
          updated_at: record.updated_at === undefined ? now : toMs(record.updated_at),
          cover_choice: choiceOf(record, targets, prepared.upload),
          summary: record.summary ?? null,
          ...(record.kind === 'collection' ? { condition: ruleOf(record, targets) } : {}),
        });
      }
      const list = existingOf(record);
      if (!list) return undefined;
      const added = lacking(record, targets, list.pk);
      let position = last.get(list.pk) ?? -1;
      for (const member of added) {
        position += 1;
        journal.write(importPk, entries, [list.pk, member], { position });
      }
      return isNew || added.length > 0 ? list.id : undefined;
    },
  };
};
