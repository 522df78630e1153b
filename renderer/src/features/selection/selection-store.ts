import { create } from 'zustand';

export type SelectionKind = 'series' | 'books';

export interface Selection {
  kind: SelectionKind;
  ids: ReadonlySet<string>;
  /** Whether a click chooses instead of opening; also while nothing is chosen yet. */
  isChoosing: boolean;
  /** The place in the list where a range begins; null before the first choice. */
  anchor: number | null;
  /** What was chosen when the range began: extending it replaces only what it added itself. */
  base: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();
const nothing: Selection = {
  kind: 'series',
  ids: none,
  isChoosing: false,
  anchor: null,
  base: none,
};

/** What is chosen in the list on the page. There is one at a time; leaving the list forgets it. */
export const useSelection = create<Selection>(() => nothing);

export const clearSelection = (): void => useSelection.setState(nothing);

/** From here on a click chooses. */
export const beginChoosing = (kind: SelectionKind): void =>
  useSelection.setState((known) =>
    known.kind === kind ? { isChoosing: true } : { ...nothing, kind, isChoosing: true },
  );

/** Chooses a record or lets it go; `index` is its place in the list. */
export const toggleSelected = (kind: SelectionKind, id: string, index: number): void =>
  useSelection.setState((known) => {
    const ids = new Set(known.kind === kind ? known.ids : none);
    if (!ids.delete(id)) ids.add(id);
    return { kind, ids, isChoosing: known.isChoosing || ids.size > 0, anchor: index, base: ids };
  });

/** A range begins at this place, whatever is chosen. */
export const beginRange = (index: number): void =>
  useSelection.setState(({ ids }) => ({ anchor: index, base: ids }));

/** Chooses a range from the anchor on, in place of the range chosen before. */
export const selectRange = (kind: SelectionKind, range: readonly string[]): void =>
  useSelection.setState((known) => ({
    kind,
    ids: new Set([...(known.kind === kind ? known.base : none), ...range]),
    isChoosing: true,
  }));

export const selectAll = (kind: SelectionKind, ids: readonly string[]): void => {
  const all = new Set(ids);
  useSelection.setState({ kind, ids: all, isChoosing: true, anchor: null, base: all });
};
