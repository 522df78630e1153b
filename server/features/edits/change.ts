import { unlockedFields } from '../../../shared/api/metadata-fields.ts';
import { uniqueBy } from '../../../shared/unique-by.ts';
import { creatorKey, creatorName } from '../../text/creator-names.ts';
import { toSearchKey } from '../../text/search-key.ts';
import { sortTitle } from '../../text/natural.ts';
import { dependentFields } from '../../scanner/scan/locked-fields.ts';

export type Values = Record<string, unknown>;

/** A record's values, its locked fields, and the file values that the locks shadow. */
export interface Metadata {
  values: Values;
  locked: ReadonlySet<string>;
  file_values: Values;
}

/**
 * A requested edit. Each part maps fields to values, to entries of lists, to the new name of a creator, or to
 * lock states.
 */
export interface Change {
  set?: Values | undefined;
  add?: Record<string, unknown[] | undefined> | undefined;
  remove?: Record<string, unknown[] | undefined> | undefined;
  /** Renames entries of the creator with the key `from` to `to`. */
  rename?: Record<string, { from: string; to: string }> | undefined;
  locks?: Record<string, boolean | undefined> | undefined;
}

/** The state of one field before or after a change. */
export interface FieldState {
  value: unknown;
  locked: boolean;
}
export type FieldStates = Record<string, FieldState>;

export interface AppliedChange {
  metadata: Metadata;
  /** Only changed fields. */
  before: FieldStates;
  after: FieldStates;
}

/** Maximum entries in a list. */
const maxEntries = 1000;

/** The fields that a change affects, sorted. */
export const fieldsOf = ({ set, add, remove, rename, locks }: Change): string[] => {
  const named = [set, add, remove, rename, locks].flatMap((part) => Object.keys(part ?? {}));
  return [...new Set(named)].sort();
};

/**
 * Applies a change to a record; returns null if nothing differs. Setting a value locks its field;
 * unlocking restores the value from the files.
 */
export const applyChange = (metadata: Metadata, change: Change): AppliedChange | null => {
  const draft = draftOf(metadata);
  for (const [field, value] of Object.entries(change.set ?? {})) {
    draft.set(field, Array.isArray(value) ? distinct(value) : value);
  }
  for (const [field, entries = []] of Object.entries(change.remove ?? {})) {
    const taken = new Set(entries.map(keyOf));
    draft.set(
      field,
      draft.list(field).filter((entry) => !taken.has(keyOf(entry))),
    );
  }
  for (const [field, entries = []] of Object.entries(change.add ?? {})) {
    draft.set(field, distinct([...draft.list(field), ...entries]).slice(0, maxEntries));
  }
  for (const [field, { from: oldKey, to: newName }] of Object.entries(change.rename ?? {})) {
    const renamed = draft.list(field).map((entry) => {
      const { name } = entry as { name: string };
      return creatorKey(name) === oldKey
        ? { ...(entry as object), name: creatorName(newName) }
        : entry;
    });
    draft.set(field, distinct(renamed));
  }
  for (const [field, locked] of Object.entries(change.locks ?? {})) {
    if (locked) draft.lock(field);
    else draft.unlock(field);
  }
  return draft.result(fieldsOf(change));
};

/**
 * Reverts a change, except for fields that were edited since. A field that was unlocked before the change
 * gets the current value from the files. `skipped` lists the fields that keep what was edited since; a field
 * that is as before already is none of them.
 */
export const undoFieldChange = (
  metadata: Metadata,
  before: FieldStates,
  after: FieldStates,
): { changed: AppliedChange | null; skipped: string[] } => {
  const draft = draftOf(metadata);
  const skipped: string[] = [];
  for (const [field, then] of Object.entries(after)) {
    const was = before[field];
    const isOurs = then.locked || unlockedFields.has(field);
    const untouched =
      metadata.locked.has(field) === then.locked &&
      // The values of other fields come from the files and may change.
      (!isOurs || isSameValue(metadata.values[field], then.value));
    const isBefore =
      was?.locked === metadata.locked.has(field) &&
      (!(was.locked || unlockedFields.has(field)) ||
        isSameValue(metadata.values[field], was.value));
    if (isBefore) continue;
    if (!was || !untouched) skipped.push(field);
    else if (was.locked || unlockedFields.has(field)) draft.set(field, was.value);
    else draft.unlock(field);
    if (was?.locked && untouched) draft.lock(field);
  }
  return { changed: draft.result(Object.keys(after)), skipped };
};

const draftOf = (metadata: Metadata) => {
  const values = { ...metadata.values };
  const locked = new Set(metadata.locked);
  const fileValues = new Map(Object.entries(metadata.file_values));
  const lock = (field: string) => {
    if (unlockedFields.has(field)) return;
    if (!fileValues.has(field)) fileValues.set(field, values[field]);
    locked.add(field);
  };
  const restoreFileValue = (field: string) => {
    if (fileValues.has(field)) values[field] = fileValues.get(field);
    fileValues.delete(field);
  };
  /**
   * Updates a derived field: computes it while its source is locked, otherwise restores it from the files.
   */
  const follow = (leader: string, follower: string) => {
    if (locked.has(follower)) return;
    if (!locked.has(leader)) {
      restoreFileValue(follower);
      return;
    }
    const asBefore =
      metadata.locked.has(leader) &&
      !metadata.locked.has(follower) &&
      isSameValue(metadata.values[leader], values[leader]);
    if (asBefore) return;
    if (!fileValues.has(follower)) fileValues.set(follower, values[follower]);
    const text = values[leader];
    // If the name equals the one in the files, so does its sort form.
    values[follower] =
      text === fileValues.get(leader) ? fileValues.get(follower) : sortTitle(String(text));
  };
  const stateOf = (field: string, state: { values: Values; locked: ReadonlySet<string> }) => ({
    value: state.values[field] ?? null,
    locked: state.locked.has(field),
  });
  return {
    set: (field: string, value: unknown) => {
      if (isSameValue(values[field], value)) return;
      lock(field);
      values[field] = value;
    },
    list: (field: string) => (values[field] ?? []) as unknown[],
    lock,
    unlock: (field: string) => {
      if (!locked.delete(field)) return;
      restoreFileValue(field);
    },
    result: (fields: readonly string[]): AppliedChange | null => {
      for (const [leader, follower] of Object.entries(dependentFields)) {
        if (leader in values) follow(leader, follower);
      }
      const next = { values, locked, file_values: Object.fromEntries(fileValues) };
      const differing = fields.filter(
        (field) =>
          !isSameValue(metadata.values[field], values[field]) ||
          metadata.locked.has(field) !== locked.has(field),
      );
      if (differing.length === 0) return null;
      const states = (state: Metadata) =>
        Object.fromEntries(differing.map((field) => [field, stateOf(field, state)]));
      return { metadata: next, before: states(metadata), after: states(next) };
    },
  };
};

/** Identity of a list entry: texts ignoring case and accents, authors including their role. */
const keyOf = (entry: unknown): string => {
  if (typeof entry === 'string') return toSearchKey(entry);
  const { url, name, role, label, title } = entry as Record<string, string | undefined>;
  if (url !== undefined) return url;
  return [name, role, label, title].map((part) => toSearchKey(part ?? '')).join('\0');
};

/** Deduplicates entries, keeping the first spelling. */
const distinct = (entries: readonly unknown[]): unknown[] => uniqueBy(entries, keyOf);

export const isSameValue = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
