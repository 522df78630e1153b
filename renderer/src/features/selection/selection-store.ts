import { create } from 'zustand';

export type SelectionKind = 'series' | 'books';

export interface Selection {
  kind: SelectionKind;
  ids: ReadonlySet<string>;
  /** Selection mode: a click selects instead of opening; also while nothing is selected yet. */
  isChoosing: boolean;
  /** Index where a range starts; null before the first selection. */
  anchor: number | null;
  /** The selection at the start of the range: extending it only replaces what the range added. */
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

/** The selection of the list on the page. There is only one; leaving the list clears it. */
export const useSelection = create<Selection>(() => nothing);

export const clearSelection = (): void => useSelection.setState(nothing);

/** Enters selection mode. */
export const beginChoosing = (kind: SelectionKind): void =>
  useSelection.setState((known) =>
    known.kind === kind ? { isChoosing: true } : { ...nothing, kind, isChoosing: true },
  );

/** Toggles a record; `index` is its position in the list. */
export const toggleSelected = (kind: SelectionKind, id: string, index: number): void =>
  useSelection.setState((known) => {
    const ids = new Set(known.kind === kind ? known.ids : none);
    if (!ids.delete(id)) ids.add(id);
    return { kind, ids, isChoosing: known.isChoosing || ids.size > 0, anchor: index, base: ids };
  });

/** Starts a range at this index, keeping the selection. */
export const beginRange = (index: number): void =>
  useSelection.setState(({ ids }) => ({ anchor: index, base: ids }));

/** Selects the range from the anchor, replacing the previous range. */
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
