import { isDeepStrictEqual } from 'node:util';

import { AppError } from '../../../shared/errors.ts';
import type { Applied } from './apply.ts';
import { numberFields } from './plan.ts';
import type { BookMark, LibraryRow, BookWithMark, StoredChange } from './types.ts';
import type { OrganiseStore } from './store.ts';
import type { OrganiseMutations } from './mutations.ts';

/** Whether a book is unmodified since the change. */
const isAs = ({ book, after }: BookWithMark): boolean =>
  book.placement_pk === after.placement &&
  numberFields.every((field) => {
    const mark = after.numbers[field];
    return !mark || (book[field] === mark.value && book.locked_fields.includes(field));
  });

const conflicting = (message: string) =>
  new AppError('Conflict', `${message} Nothing was changed.`);

const dayOf = (timestamp: string) => timestamp.slice(0, 16).replace('T', ' ');

/**
 * Undoes a change: books return to their previous series or, if not manually assigned before, to
 * the one of their file. Throws Conflict if a later change depends on it. Only inside a
 * transaction.
 */
export const undoOrganiseChange = (
  change: StoredChange,
  library: LibraryRow,
  { store, writes }: { store: OrganiseStore; writes: OrganiseMutations },
): Applied => {
  const marked = store.markedBooks(change.pk);
  const { folders = [], inherited = [], limits = [], volumes = [] } = change.extras;
  const obstacle = marked.find((entry) => !isAs(entry));
  if (obstacle) {
    const later = store.laterChange(obstacle.book.pk, change.pk);
    throw conflicting(
      later === undefined
        ? `"${obstacle.book.title}" was edited since.`
        : `"${obstacle.book.title}" was organised again (${dayOf(later)} UTC). Undo that first.`,
    );
  }
  for (const { path, after } of folders) {
    if (store.folderOf(change.library_pk, path) !== after) {
      throw conflicting(`The series of "${path}" was decided again later. Undo that first.`);
    }
  }

  for (const { id, after } of volumes) {
    if (!isDeepStrictEqual(store.volumeState(id), after)) {
      throw conflicting('A volume was changed again later. Undo that first.');
    }
  }

  /** A field that was not locked before gets the current value from the file. */
  const unlock = (book: BookWithMark['book'], { numbers }: BookMark) => {
    const locked = new Set(book.locked_fields);
    const fileValues = { ...book.file_values };
    const values = { ...book };
    for (const field of numberFields) {
      const mark = numbers[field];
      if (!mark) continue;
      const fromFile = fileValues[field] as number | null | undefined;
      values[field] = mark.locked || fromFile === undefined ? mark.value : fromFile;
      if (mark.locked) continue;
      locked.delete(field);
      Reflect.deleteProperty(fileValues, field);
    }
    writes.setNumbers(book.pk, values, { locked: [...locked], fileValues });
  };

  const touched = new Set<number>();
  const moved = new Map<number, { id: string; series_pk: number }>();
  for (const { book, before } of marked) {
    writes.place(book.pk, before.placement);
    if (Object.keys(before.numbers).length === 0) continue;
    unlock(book, before);
    moved.set(book.pk, { id: book.id, series_pk: book.series_pk });
    touched.add(book.series_pk);
  }
  writes.removeFoldersOf(change.pk);
  for (const { path, before } of folders) {
    writes.putFolder({ library_pk: change.library_pk, path, series_pk: before }, null);
  }

  const settle = (book: BookWithMark['book'], placement: number | null) => {
    const series_pk = placement ?? writes.defaultSeriesOf(library, book);
    if (series_pk === book.series_pk) return;
    writes.move(book.pk, series_pk);
    touched.add(book.series_pk).add(series_pk);
    moved.set(book.pk, { id: book.id, series_pk });
  };
  for (const { book, before } of marked) settle(book, before.placement);
  // Also reverts what later scans added because of the change.
  for (const seriesPk of new Set(folders.map(({ after }) => after))) {
    for (const book of store.booksOf(seriesPk)) {
      if (book.placement_pk === null) settle(book, null);
    }
    touched.add(seriesPk);
  }
  for (const { id, series_pk, before } of volumes.toReversed()) {
    writes.putVolume(id, series_pk, before);
    touched.add(series_pk);
  }
  for (const { source, target, given } of inherited.toReversed())
    writes.disinherit(source, target, given);
  for (const { series_pk, given } of limits.toReversed()) writes.giveBackLimits(series_pk, given);
  store.setUndone(change.pk);
  return {
    id: change.id,
    books: [...moved.values()],
    series: writes.refreshVisibility([...touched]),
  };
};
