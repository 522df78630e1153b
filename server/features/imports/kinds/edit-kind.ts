import type { EditEntity } from '../../../../shared/api/edits.ts';
import { bookInput, seriesInput, unlockedFields } from '../../../../shared/api/metadata-fields.ts';
import {
  applyChange,
  isSameValue,
  undoFieldChange,
  type FieldStates,
  type Metadata,
  type Values,
} from '../../edits/change.ts';
import type { EditedRecord, RecordsStore } from '../../edits/records-store.ts';
import type { Journal, JournalEntry } from '../journal.ts';
import type { RecordOf } from '../model.ts';
import type { Targets } from '../targets.ts';
import { missingMatch, stateOnly, type KindWriter } from './kind.ts';

interface Merged {
  metadata: Metadata;
  before: FieldStates;
  after: FieldStates;
}

/** The values that are valid in Octavo. */
const accepted = (entity: EditEntity, values: Values): Values => {
  const shape = (entity === 'series' ? seriesInput : bookInput).shape as Record<
    string,
    { safeParse: (value: unknown) => { success: boolean; data?: unknown } }
  >;
  return Object.fromEntries(
    Object.entries(values).flatMap(([field, value]) => {
      const parsed = Object.hasOwn(shape, field) ? shape[field]?.safeParse(value) : undefined;
      return parsed?.success === true ? [[field, parsed.data]] : [];
    }),
  );
};

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

/** The values of a record; with `only_empty`, those of fields that are empty here. */
const missingValues = ({ values, only_empty }: RecordOf<'edit'>, here: Values): Values =>
  only_empty === true
    ? Object.fromEntries(Object.entries(values).filter(([field]) => isEmpty(here[field])))
    : values;

/** Keeps the labels of both, because they decide who sees a series. */
const withLabels = (here: unknown, given: unknown): unknown[] => [
  ...new Set([...((here ?? []) as unknown[]), ...(given as unknown[])]),
];

/** Metadata that people edited in the source, with its locks, except for fields that are locked here. */
export const createEditKind = ({
  records,
  journal,
}: {
  records: Record<EditEntity, RecordsStore>;
  journal: Journal;
}): KindWriter<'edit'> & { undo: (entry: JournalEntry, now: string) => boolean } => {
  const find = (
    record: RecordOf<'edit'>,
    targets: Targets,
  ): { entity: EditEntity; edited: EditedRecord } | null => {
    const entity = record.book === null ? 'series' : 'book';
    const target =
      record.book === null
        ? record.series && targets.series(record.series)
        : targets.book(record.book);
    const edited = target ? records[entity].get(target.id) : undefined;
    return edited ? { entity, edited } : null;
  };

  /** The new record; null if nothing changes. */
  const merge = (
    record: RecordOf<'edit'>,
    entity: EditEntity,
    { metadata }: EditedRecord,
    wins: boolean,
  ): { merged: Merged | null; kept: string[] } => {
    const given = accepted(entity, missingValues(record, metadata.values));
    const isLockedHere = (field: string) => metadata.locked.has(field);
    const kept = wins
      ? []
      : Object.keys(given).filter(
          (field) => isLockedHere(field) && !isSameValue(metadata.values[field], given[field]),
        );
    const fields = Object.keys(given).filter((field) => !kept.includes(field));
    const locks = record.locks.filter((field) => field in given && !kept.includes(field));
    const set: Values = {};
    const loose: Values = {};
    for (const field of fields) {
      if (unlockedFields.has(field)) {
        set[field] = wins ? given[field] : withLabels(metadata.values[field], given[field]);
      } else if (locks.includes(field)) set[field] = given[field];
      else if (!isLockedHere(field)) loose[field] = given[field];
    }
    const lockable = locks.filter((field) => !unlockedFields.has(field));
    const changed = applyChange(metadata, {
      set,
      locks: Object.fromEntries(lockable.map((field) => [field, true])),
    });
    const before: FieldStates = { ...changed?.before };
    const after: FieldStates = { ...changed?.after };
    const values = { ...(changed?.metadata ?? metadata).values };
    for (const [field, value] of Object.entries(loose)) {
      if (isSameValue(values[field], value)) continue;
      before[field] = { value: values[field] ?? null, locked: false };
      after[field] = { value, locked: false };
      values[field] = value;
    }
    if (Object.keys(after).length === 0) return { merged: null, kept };
    return {
      merged: { metadata: { ...(changed?.metadata ?? metadata), values }, before, after },
      kept,
    };
  };

  return {
    assess(record, targets) {
      const found = find(record, targets);
      if (!found) return missingMatch;
      const { merged, kept } = merge(record, found.entity, found.edited, false);
      return stateOnly(kept.length > 0 ? 'conflict' : merged ? 'new' : 'present');
    },
    write(record, targets, { importPk, wins, now }) {
      const found = find(record, targets);
      const merged = found && merge(record, found.entity, found.edited, wins).merged;
      if (!found || !merged) return undefined;
      const { metadata, before, after } = merged;
      records[found.entity].put(found.edited, metadata, now);
      journal.note(importPk, 'edit', [found.entity, found.edited.id], { before, after });
      return null;
    },
    /** Restores the fields that have not changed since the import; returns whether that was all of them. */
    undo({ row_key, before, after }, now) {
      const [entity, id] = JSON.parse(row_key) as [EditEntity, string];
      const edited = records[entity].get(id);
      if (!edited) return false;
      const was = JSON.parse(before ?? '{}') as FieldStates;
      const then = JSON.parse(after ?? '{}') as FieldStates;
      const { changed, skipped } = undoFieldChange(edited.metadata, was, then);
      const metadata = changed?.metadata ?? edited.metadata;
      const values = { ...metadata.values };
      for (const [field, state] of Object.entries(then)) {
        const isLoose = !state.locked && was[field]?.locked === false;
        if (isLoose && isSameValue(values[field], state.value)) values[field] = was[field]?.value;
      }
      records[entity].put(edited, { ...metadata, values }, now);
      return skipped.length === 0;
    },
  };
};
