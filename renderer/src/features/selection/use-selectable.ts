import { useEffect, type KeyboardEvent, type MouseEvent } from 'react';

import { reportFailure } from '../../ui/feedback/notify.ts';
import {
  beginRange,
  clearSelection,
  selectAll,
  selectRange,
  toggleSelected,
  useSelection,
  type SelectionKind,
} from './selection-store.ts';

/** A list with selectable records. */
export interface SelectableList {
  kind: SelectionKind;
  /** A change clears the selection: another library, filter or order. */
  key: string;
  /** The record at an index; undefined while not loaded. */
  itemAt: (index: number) => { id: string } | undefined;
  /** All ids in list order, including unloaded ones. */
  loadIds: () => Promise<readonly string[]>;
}

export interface Selectable {
  kind: SelectionKind;
  toggle: (index: number) => void;
  /** Selects from the anchor to this index. */
  extendTo: (index: number) => void;
  /** The same; without an anchor, the range starts at `from`. */
  extendFrom: (from: number, index: number) => void;
  all: () => void;
  /** Handles clicks that select instead of opening. */
  onClick: (event: MouseEvent, index: number) => void;
  /** Space, Ctrl/Cmd+A and Escape; returns true if handled. */
  onKey: (event: KeyboardEvent, index: number) => boolean;
}

/** Selection by mouse and keyboard, also beyond the loaded records. */
export const useSelectable = (list: SelectableList): Selectable => {
  useEffect(() => clearSelection, [list.key]);
  return createSelectable(list);
};

const createSelectable = ({ kind, itemAt, loadIds }: SelectableList): Selectable => {
  const toggle = (index: number) => {
    const item = itemAt(index);
    if (item !== undefined) toggleSelected(kind, item.id, index);
  };
  /** Loads all ids, then applies `choose` unless the selection has changed meanwhile. */
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
    const loaded = Array.from(
      { length: last - first + 1 },
      (_, offset) => itemAt(first + offset)?.id,
    );
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
      // Enter on a link is a click without a pointer (`detail` 0): it always opens.
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
