import { useEffect, type KeyboardEvent, type MouseEvent } from 'react';

import { reportFailure } from '../../ui/notify.ts';
import {
  beginRange,
  clearSelection,
  selectAll,
  selectRange,
  toggleSelected,
  useSelection,
  type SelectionKind,
} from './selection-store.ts';

/** A list whose records can be chosen. */
export interface SelectableList {
  kind: SelectionKind;
  /** Another one forgets what is chosen: another library, filter or order. */
  key: string;
  /** The record at a place; undefined while it is not loaded. */
  at: (index: number) => { id: string } | undefined;
  /** The ids of the whole list in its order, loaded or not. */
  loadIds: () => Promise<readonly string[]>;
}

export interface Selectable {
  kind: SelectionKind;
  toggle: (index: number) => void;
  /** Chooses everything from the last choice to this place. */
  extendTo: (index: number) => void;
  /** The same; without a choice before, the range begins at `from`. */
  extendFrom: (from: number, index: number) => void;
  all: () => void;
  /** Takes the clicks that choose instead of opening. */
  onClick: (event: MouseEvent, index: number) => void;
  /** Space, Ctrl/Cmd+A and Escape; true where the key was one of them. */
  onKey: (event: KeyboardEvent, index: number) => boolean;
}

/** Choosing in a list with mouse and keys, also beyond what of it is loaded. */
export const useSelectable = (list: SelectableList): Selectable => {
  useEffect(() => clearSelection, [list.key]);
  return createSelectable(list);
};

const createSelectable = ({ kind, at, loadIds }: SelectableList): Selectable => {
  const toggle = (index: number) => {
    const item = at(index);
    if (item !== undefined) toggleSelected(kind, item.id, index);
  };
  /** With the ids of the whole list, unless something else was chosen while they came. */
  const withIds = (choose: (ids: readonly string[]) => void) => {
    const before = useSelection.getState();
    loadIds()
      .then((ids) => {
        if (useSelection.getState() === before) choose(ids);
      })
      .catch(reportFailure);
  };
  const extendTo = (index: number) => {
    const { anchor } = useSelection.getState();
    if (anchor === null) {
      toggle(index);
      return;
    }
    const [first, last] = [Math.min(anchor, index), Math.max(anchor, index)];
    const loaded = Array.from({ length: last - first + 1 }, (_, offset) => at(first + offset)?.id);
    if (loaded.every((id) => id !== undefined)) selectRange(kind, loaded);
    else withIds((ids) => selectRange(kind, ids.slice(first, last + 1)));
  };
  const all = () => withIds((ids) => selectAll(kind, ids));
  return {
    kind,
    toggle,
    extendTo,
    extendFrom: (from, index) => {
      if (useSelection.getState().anchor === null) beginRange(from);
      extendTo(index);
    },
    all,
    onClick: (event, index) => {
      // Enter on a link is a click without a press: it opens, whatever is chosen.
      if ((event.target as Element).closest('a') === null) return;
      const isChoice = event.shiftKey || (useSelection.getState().isChoosing && event.detail > 0);
      if (!isChoice || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      if (event.shiftKey) extendTo(index);
      else toggle(index);
    },
    onKey: (event, index) => {
      const withControl = event.ctrlKey || event.metaKey;
      if (event.key === ' ' && !withControl && !event.altKey) {
        if (event.shiftKey) extendTo(index);
        else toggle(index);
      } else if (event.key.toLowerCase() === 'a' && withControl && !event.altKey) all();
      else if (event.key === 'Escape' && useSelection.getState().isChoosing) clearSelection();
      else return false;
      event.preventDefault();
      return true;
    },
  };
};
