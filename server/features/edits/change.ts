import { fold } from '../../text/fold.ts';
import { sortTitle } from '../../text/natural.ts';
import { followers } from '../../scanner/locks.ts';

export type Values = Record<string, unknown>;

/** What a record says, which fields scans leave, and what the files say of those. */
export interface Metadata {
  values: Values;
  locked: ReadonlySet<string>;
  file_values: Values;
}

/** What is asked for: field → value, entries, or whether it is locked. */
export interface Change {
  set?: Values | undefined;
  add?: Record<string, unknown[] | undefined> | undefined;
  remove?: Record<string, unknown[] | undefined> | undefined;
  locks?: Record<string, boolean | undefined> | undefined;
}

/** One field before or after a change. */
export interface FieldState {
  value: unknown;
  locked: boolean;
}
export type FieldStates = Record<string, FieldState>;

export interface Changed {
  metadata: Metadata;
  /** Of the fields that are not as they were. */
  before: FieldStates;
  after: FieldStates;
}

/** What a list holds at most, however often it is added to. */
const maxEntries = 1000;

/** Fields that a change is about, sorted. */
export const fieldsOf = ({ set, add, remove, locks }: Change): string[] => {
  const named = [set, add, remove, locks].flatMap((part) => Object.keys(part ?? {}));
  return [...new Set(named)].sort();
};

/**
 * A record with a change made, or null where everything is as asked already. What is given another value
 * is locked by that; unlocking brings back what the files say.
 */
export const applyChange = (metadata: Metadata, change: Change): Changed | null => {
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
  for (const [field, locked] of Object.entries(change.locks ?? {})) {
    if (locked) draft.lock(field);
    else draft.unlock(field);
  }
  return draft.result(fieldsOf(change));
};

/**
 * A record with a change taken back where nobody touched it since. A field that was not locked gets what
 * the files say by now. `skipped` are the fields that are left.
 */
export const undoChange = (
  metadata: Metadata,
  before: FieldStates,
  after: FieldStates,
): { changed: Changed | null; skipped: string[] } => {
  const draft = draftOf(metadata);
  const skipped: string[] = [];
  for (const [field, then] of Object.entries(after)) {
    const was = before[field];
    const untouched =
      metadata.locked.has(field) === then.locked &&
      // What is not locked is the files' matter.
      (!then.locked || same(metadata.values[field], then.value));
    if (!was || !untouched) skipped.push(field);
    else if (was.locked) draft.set(field, was.value);
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
    if (!fileValues.has(field)) fileValues.set(field, values[field]);
    locked.add(field);
  };
  const giveBack = (field: string) => {
    if (fileValues.has(field)) values[field] = fileValues.get(field);
    fileValues.delete(field);
  };
  /** A field that follows another one: by rule while that one is locked, else as the files say. */
  const follow = (leader: string, follower: string) => {
    if (locked.has(follower)) return;
    if (!locked.has(leader)) {
      giveBack(follower);
      return;
    }
    const asBefore =
      metadata.locked.has(leader) &&
      !metadata.locked.has(follower) &&
      same(metadata.values[leader], values[leader]);
    if (asBefore) return;
    if (!fileValues.has(follower)) fileValues.set(follower, values[follower]);
    const text = values[leader];
    // As long as it is called what the files call it, it is sorted as they sort it.
    values[follower] =
      text === fileValues.get(leader) ? fileValues.get(follower) : sortTitle(String(text));
  };
  const stateOf = (field: string, from: { values: Values; locked: ReadonlySet<string> }) => ({
    value: from.values[field] ?? null,
    locked: from.locked.has(field),
  });
  return {
    set: (field: string, value: unknown) => {
      if (same(values[field], value)) return;
      lock(field);
      values[field] = value;
    },
    list: (field: string) => (values[field] ?? []) as unknown[],
    lock,
    unlock: (field: string) => {
      if (!locked.delete(field)) return;
      giveBack(field);
    },
    result: (fields: readonly string[]): Changed | null => {
      for (const [leader, follower] of Object.entries(followers)) {
        if (leader in values) follow(leader, follower);
      }
      const next = { values, locked, file_values: Object.fromEntries(fileValues) };
      const differing = fields.filter(
        (field) =>
          !same(metadata.values[field], values[field]) ||
          metadata.locked.has(field) !== locked.has(field),
      );
      if (differing.length === 0) return null;
      const states = (from: Metadata) =>
        Object.fromEntries(differing.map((field) => [field, stateOf(field, from)]));
      return { metadata: next, before: states(metadata), after: states(next) };
    },
  };
};

/** What makes two entries of a list one: texts regardless of case and accents, authors with their role. */
const keyOf = (entry: unknown): string => {
  if (typeof entry === 'string') return fold(entry);
  const { url, name, role, label, title } = entry as Record<string, string | undefined>;
  if (url !== undefined) return url;
  return [name, role, label, title].map((part) => fold(part ?? '')).join('\0');
};

/** One of each, as it is written first. */
const distinct = (entries: readonly unknown[]): unknown[] => {
  const found = new Map<string, unknown>();
  for (const entry of entries) {
    const key = keyOf(entry);
    if (!found.has(key)) found.set(key, entry);
  }
  return [...found.values()];
};

const same = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
