import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useDeferredValue,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react';

import { useSavedScroll } from '../../../ui/lists/saved-scroll.tsx';
import { useRem } from '../../../ui/layout/use-rem.ts';
import { pageScroller, useScrollMargin } from '../../../ui/lists/use-scroll-margin.ts';
import { useWidth } from '../../../ui/lists/use-width.ts';
import type { Selectable } from '../../selection/use-selectable.ts';
import { moveFocus, type Geometry } from './grid-geometry.ts';
import { useFastScroll } from './use-fast-scroll.ts';
import classes from './virtual-list.module.css';

export interface VirtualListHandle {
  /** Scrolls to an index and focuses its item. */
  jumpTo: (index: number) => void;
  /** Only scrolls. */
  scrollTo: (index: number) => void;
}

export interface VirtualListProps<T> {
  label: string;
  total: number;
  itemAt: (index: number) => T | undefined;
  /** Called with the range in view (0-indexed, inclusive), if a list loads it. */
  onShow?: (first: number, last: number) => void;
  /** Grid metrics for a width and a rem (px). */
  geometry: (width: number, rem: number) => Geometry;
  /** Renders a record; `tabIndex` belongs on its link, its only tab stop. */
  item: (item: T, index: number, tabIndex: 0 | -1) => ReactNode;
  /** Placeholder of a record that is not loaded. */
  skeleton: ReactNode;
  selectable?: Selectable | undefined;
  /** ARIA roles: of a table, otherwise of a list. */
  roles?: 'list' | 'table';
  ref?: Ref<VirtualListHandle> | undefined;
}

/** Rows beyond the view that are rendered on each side. */
const rowsAround = 3;

/**
 * Virtual rows of items. Arrow keys, Home, End and the page keys move between items and, with
 * Shift, extend the selection; for Tab the list is a single stop.
 */
export const VirtualList = <T,>({
  label,
  total,
  itemAt,
  onShow,
  geometry,
  item: draw,
  skeleton,
  selectable,
  roles = 'list',
  ref: handle,
}: VirtualListProps<T>) => {
  const listRef = useRef<HTMLDivElement>(null);
  const width = useWidth(listRef);
  useFastScroll(listRef);
  const { columns, rowHeight, rowGap, columnGap } = geometry(width, useRem());
  const rows = width === 0 ? 0 : Math.ceil(total / columns);
  const left = useSavedScroll();
  const [restored] = useState(left);
  const toRestore = useRef(restored);
  const margin = useScrollMargin(listRef, pageScroller);
  const [active, setActive] = useState(0);
  const wanted = useRef<number | null>(null);

  // The rows in view come first, those around them with the next frame.
  const overscan = useDeferredValue(rowsAround, 0);
  // oxlint-disable-next-line react/incompatible-library -- a warning for React Compiler, which is not used
  const virtualizer = useVirtualizer({
    count: rows,
    getScrollElement: pageScroller,
    estimateSize: () => rowHeight,
    overscan,
    scrollMargin: margin,
    scrollPaddingStart: margin,
    scrollPaddingEnd: rowGap,
    initialOffset: restored,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);

  // Restores the scroll position once the list has its former height.
  useLayoutEffect(() => {
    // Check this first, because the rest forces a layout.
    if (toRestore.current === 0) return;
    const content = pageScroller();
    const height = listRef.current?.offsetHeight ?? 0;
    if (!content || height === 0 || content.scrollHeight < height) return;
    content.scrollTo({ top: toRestore.current });
    toRestore.current = 0;
  });

  const visible = virtualizer.getVirtualItems();
  const first = (visible[0]?.index ?? 0) * columns;
  const last = Math.min(total, ((visible.at(-1)?.index ?? 0) + 1) * columns) - 1;
  useEffect(() => onShow?.(first, last), [onShow, first, last]);

  // The target item may not exist yet: focus its row once rendered, and its link once loaded.
  useEffect(() => {
    if (wanted.current === null) return;
    const cell = listRef.current?.querySelector(`[data-index="${String(wanted.current)}"]`);
    const stop =
      cell?.querySelector<HTMLElement>('a') ?? cell?.querySelector<HTMLElement>('[tabindex]');
    if (stop) wanted.current = null;
    const target = stop ?? (cell as HTMLElement | null | undefined);
    if (!target) return;
    target.focus({ preventScroll: true });
  });

  const scrollTo = (index: number, align: 'auto' | 'start') => {
    setActive(index);
    virtualizer.scrollToIndex(Math.floor(index / columns), { align });
  };
  const lead = (index: number, align: 'auto' | 'start') => {
    wanted.current = index;
    scrollTo(index, align);
  };
  useImperativeHandle(handle, () => ({
    jumpTo: (index) => lead(index, 'start'),
    scrollTo: (index) => scrollTo(index, 'start'),
  }));

  const onKeyDown = (event: KeyboardEvent) => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-index]');
    if (cell === null) return;
    const index = Number(cell.dataset['index']);
    if (selectable?.onKey(event, index) === true) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const pageRows = Math.max(1, Math.floor((virtualizer.scrollRect?.height ?? 0) / rowHeight));
    const target = moveFocus(event.key, index, { columns, total, pageRows });
    if (target === null) return;
    event.preventDefault();
    if (event.shiftKey) selectable?.extendFrom(index, target);
    lead(target, 'auto');
  };

  const entry = active >= first && active <= last ? active : first;
  return (
    <div
      ref={listRef}
      role={roles === 'table' ? 'rowgroup' : 'list'}
      aria-label={roles === 'table' ? undefined : label}
      className={classes.items}
      style={{ height: Math.max(0, virtualizer.getTotalSize() - rowGap) }}
      onKeyDown={onKeyDown}
    >
      {visible.map((row) => (
        <div
          key={row.key}
          role="presentation"
          className={classes.row}
          style={{
            transform: `translateY(${String(row.start - margin)}px)`,
            gridTemplateColumns: `repeat(${String(columns)}, minmax(0, 1fr))`,
            columnGap,
          }}
        >
          {placesOfRow(row.index, columns, total).map((index) => {
            const item = itemAt(index);
            return (
              <div
                key={index}
                {...(roles === 'table'
                  ? { role: 'row', 'aria-rowindex': index + 2 }
                  : { role: 'listitem', 'aria-setsize': total, 'aria-posinset': index + 1 })}
                className={classes.cell}
                data-index={index}
                tabIndex={item === undefined ? -1 : undefined}
                onClickCapture={
                  selectable === undefined ? undefined : (event) => selectable.onClick(event, index)
                }
                onFocus={() => {
                  setActive(index);
                  if (wanted.current !== index) wanted.current = null;
                }}
              >
                {item === undefined ? skeleton : draw(item, index, index === entry ? 0 : -1)}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
};

const placesOfRow = (row: number, columns: number, total: number): number[] =>
  Array.from(
    { length: Math.min(columns, total - row * columns) },
    (_, column) => row * columns + column,
  );
