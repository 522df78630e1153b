import type { ManualChanges } from './publish-changes.ts';
import { isChanged, newNames, numberFields, type Plan, type PlannedBook } from './plan.ts';
import type { BookMark, BookState, ChangeExtras, VolumeMark } from './types.ts';
import type { OrganiseStore } from './store.ts';
import type { OrganiseMutations } from './mutations.ts';

export interface Applied extends ManualChanges {
  /** Id of the change. */
  id: string;
}

type Numbered = PlannedBook['numbered'];

const markOf = (
  placement: number | null,
  numbered: Numbered,
  book: Pick<BookState, 'number' | 'volume' | 'chapter'>,
  isLocked: (field: string) => boolean,
): BookMark => ({
  placement,
  numbers: Object.fromEntries(
    [...numbered].map((field) => [field, { value: book[field], locked: isLocked(field) }]),
  ),
});

/** Applies a plan as one undoable change. Only inside a transaction. */
export const applyPlan = (
  plan: Plan,
  userPk: number,
  { store, writes }: { store: OrganiseStore; writes: OrganiseMutations },
  volumes: VolumeMark[] = [],
): Applied => {
  const { library_pk } = plan;
  const changed = [...plan.books.values()].filter(isChanged);
  const change = store.record({
    library_pk,
    kind: 'organise',
    summary: { actions: plan.actions, book_count: changed.length },
    extras: {},
    user_pk: userPk,
  });
  const made = new Map<string, number>();
  for (const name of newNames(plan.books)) {
    made.set(name, writes.makeNamedSeries(library_pk, name));
  }
  const touched = new Set<number>(made.values());
  const books: Applied['books'] = [];

  const write = ({ book, target, numbers, numbered, isPinned: pinned }: PlannedBook) => {
    const seriesPk = target.pk ?? made.get(target.name) ?? book.series_pk;
    const placement = pinned ? seriesPk : null;
    const locked = new Set(book.locked_fields);
    const before = markOf(book.placement_pk, numbered, book, (field) => locked.has(field));
    const after = markOf(placement, numbered, numbers, () => true);
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    store.mark(change.pk, book.pk, before, after);
    if (placement !== book.placement_pk) writes.place(book.pk, placement);
    if (numbered.size > 0) {
      const free = [...numbered].filter((field) => !locked.has(field));
      writes.setNumbers(book.pk, numbers, {
        locked: [...locked, ...free],
        fileValues: {
          ...book.file_values,
          ...Object.fromEntries(free.map((field) => [field, book[field]])),
        },
      });
    }
    if (seriesPk !== book.series_pk) writes.move(book.pk, seriesPk);
    if (
      seriesPk === book.series_pk &&
      numberFields.every((field) => numbers[field] === book[field])
    )
      return;
    touched.add(book.series_pk).add(seriesPk);
    books.push({ id: book.id, series_pk: seriesPk });
  };
  for (const planned of plan.books.values()) write(planned);

  for (const { id, series_pk, after } of volumes) {
    writes.putVolume(id, series_pk, after);
    touched.add(series_pk);
  }

  const extras = { folders: [], inherited: [], limits: [], volumes } as Required<
    Omit<ChangeExtras, 'strategies'>
  >;
  const send = (path: string, after: number) => {
    const before = store.folderOf(library_pk, path);
    if (before === after) return;
    extras.folders.push({ path, before, after });
    writes.putFolder({ library_pk, path, series_pk: after }, change.pk);
  };
  for (const { pk, path } of plan.receivingSeries.values())
    if (!path.startsWith('/')) send(path, pk);
  const takeLimits = (from: number, into: number) => {
    const given = writes.takeLimits(from, into);
    if (given.labels.length > 0 || given.rating) extras.limits.push({ series_pk: into, given });
  };
  // Books that leave a hidden series for a new one stay hidden.
  for (const { book, target } of changed) {
    const series = target.pk === null ? made.get(target.name) : undefined;
    if (series !== undefined) takeLimits(book.series_pk, series);
  }
  for (const { from, into } of plan.merges) {
    for (const path of new Set([from.path, ...store.foldersOf(from.pk)])) send(path, into.pk);
    touched.add(from.pk).add(into.pk);
    const given = writes.inherit(from.pk, into.pk);
    extras.inherited.push({ source: from.pk, target: into.pk, given });
  }
  store.setExtras(change.pk, extras);
  return { id: change.id, books, series: writes.refreshVisibility([...touched]) };
};
