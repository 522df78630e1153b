import type { BookRow, StoredBookRow, FileValues } from './types.ts';

/** Fields derived from another one, unless they are locked themselves. */
export const dependentFields: Readonly<Record<string, string>> = {
  name: 'name_sort',
  title: 'title_sort',
};

/** Keys derived from a field, never written directly. */
const keys: Readonly<Record<string, string>> = { name_sort: 'name_key', title_sort: 'title_key' };

/** Fields that a scan must not change: locked ones and those derived from them. */
export const keptFields = (lockedFields: string): Set<string> => {
  const locked = JSON.parse(lockedFields) as string[];
  return new Set(locked.flatMap((field) => [field, dependentFields[field] ?? field]));
};

/**
 * Splits file metadata into applied values and values shadowed by a lock, restored on unlock. A
 * field missing from the file keeps its shadowed value.
 */
export const shadowedValues = (
  kept: ReadonlySet<string>,
  fromFiles: Readonly<FileValues>,
  shadowed: string,
): FileValues => ({
  ...(JSON.parse(shadowed) as FileValues),
  ...Object.fromEntries(Object.entries(fromFiles).filter(([field]) => kept.has(field))),
});

/** Columns that must not change while the fields are locked. */
export const keptColumns = (kept: ReadonlySet<string>): Set<string> =>
  new Set([...kept].flatMap((field) => [field, keys[field] ?? field]));

/** Restores a user's edits over the file's values, which become shadowed. */
export const keepLocked = (
  row: BookRow,
  stored: StoredBookRow,
): { row: BookRow; file_values: string } => {
  const kept = keptFields(stored.locked_fields);
  if (kept.size === 0) return { row, file_values: '{}' };
  const columns = keptColumns(kept);
  const pick = (record: object) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => columns.has(name)));
  const { metadata: text, ...others } = stored;
  const metadata = { ...row.metadata, ...pick(JSON.parse(text) as object) };
  const fromFile = { ...row.metadata, ...row, metadata: null };
  return {
    row: { ...row, ...pick(others), metadata },
    file_values: JSON.stringify(shadowedValues(kept, fromFile, stored.file_values)),
  };
};

/**
 * The row of a book that takes over what people edited in another row of the same book, where it has no
 * edit of its own; null if there is nothing.
 */
export const adoptLocked = (
  own: StoredBookRow,
  other: StoredBookRow,
): { row: BookRow; file_values: string; locked_fields: string } | null => {
  const locked = new Set(JSON.parse(own.locked_fields) as string[]);
  const adopted = (JSON.parse(other.locked_fields) as string[]).filter(
    (field) => !locked.has(field),
  );
  if (adopted.length === 0) return null;
  const present: BookRow = {
    ...own,
    metadata: JSON.parse(own.metadata) as BookRow['metadata'],
    series_facts: JSON.parse(own.series_facts) as BookRow['series_facts'],
  };
  const adopting = {
    ...other,
    locked_fields: JSON.stringify(adopted),
    file_values: own.file_values,
  };
  const merged = keepLocked(present, adopting);
  return { ...merged, locked_fields: JSON.stringify([...locked, ...adopted].sort()) };
};
