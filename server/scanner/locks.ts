import type { BookRow } from './book-row.ts';
import type { StoredBookRow } from './book-store.ts';

/** What files say of locked fields: field → value. */
export type FileValues = Record<string, unknown>;

/** Fields that follow another one while they are not locked themselves. */
export const followers: Readonly<Record<string, string>> = {
  name: 'name_sort',
  title: 'title_sort',
};

/** Made of a field, never written by itself. */
const keys: Readonly<Record<string, string>> = { name_sort: 'name_key', title_sort: 'title_key' };

/** The fields that a scan leaves: what a person locked and what follows it. */
export const keptFields = (lockedFields: string): Set<string> => {
  const locked = JSON.parse(lockedFields) as string[];
  return new Set(locked.flatMap((field) => [field, followers[field] ?? field]));
};

/**
 * Splits what files say into what counts and what is kept aside, for the day when a person unlocks it.
 * A field of which the files say nothing keeps what was aside.
 */
export const heldBack = (
  kept: ReadonlySet<string>,
  fromFiles: Readonly<FileValues>,
  aside: string,
): FileValues => ({
  ...(JSON.parse(aside) as FileValues),
  ...Object.fromEntries(Object.entries(fromFiles).filter(([field]) => kept.has(field))),
});

/** Columns of which none may change while the fields are kept. */
export const keptColumns = (kept: ReadonlySet<string>): Set<string> =>
  new Set([...kept].flatMap((field) => [field, keys[field] ?? field]));

/** Puts the values that a user edited back in place of those of the file, which are kept aside. */
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
    file_values: JSON.stringify(heldBack(kept, fromFile, stored.file_values)),
  };
};
