import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react';

import { useLeftPlace } from '../../app/shell/left-place.tsx';
import type { Selectable } from '../selection/use-selectable.ts';
import { moveFocus, type Geometry } from './grid-geometry.ts';
import { usePassing } from './use-passing.ts';
import classes from './virtual-items.module.css';

export interface VirtualItemsHandle {
  /** Scrolls to a place of the list and puts the keyboard there. */
  jumpTo: (index: number) => void;
}

export interface VirtualItemsProps<T> {
  label: string;
  total: number;
  at: (index: number) => T | undefined;
  /** Told which records are in view (0-indexed, both included). */
  onShow: (first: number, last: number) => void;
  /** How items fill a width in pixels. */
  geometry: (width: number) => Geometry;
  /** Draws a record; `tabIndex` goes to its link, the one stop of the keyboard in it. */
  item: (item: T, index: number, tabIndex: 0 | -1) => ReactNode;
  /** In place of a record that is not loaded. */
  skeleton: ReactNode;
  selectable?: Selectable | undefined;
  /** A table names its parts so; otherwise a list. */
  roles?: 'list' | 'table';
  ref?: Ref<VirtualItemsHandle> | undefined;
}

/**
 * Items in rows, of which only those in view exist. Arrow keys, Home, End and the page keys move between
 * items, with Shift they choose on the way; Tab enters and leaves all of them as one stop.
 */
export const VirtualItems = <T,>({
  label,
  total,
  at,
  onShow,
  geometry,
  item: draw,
  skeleton,
  selectable,
  roles = 'list',
  ref: handle,
}: VirtualItemsProps<T>) => {
  const { ref: sizeRef, width } = useElementSize<HTMLDivElement>();
  const listRef = useRef<HTMLDivElement>(null);
  const ref = useMergedRef(sizeRef, listRef);
  usePassing(listRef);
  const { columns, rowHeight, rowGap, columnGap } = geometry(width);
  const rows = width === 0 ? 0 : Math.ceil(total / columns);
  const left = useLeftPlace();
  const [restored] = useState(left);
  const toRestore = useRef(restored);
  const [margin, setMargin] = useState(0);
  const [active, setActive] = useState(0);
  const wanted = useRef<number | null>(null);

  // What stands above the list may change its height: filters are opened, a banner appears. Then all that
  // surrounds both changes its own; to ask with each drawing would lay the page out once more each time.
  useLayoutEffect(() => {
    const list = listRef.current;
    if (list === null) return undefined;
    const measure = () => setMargin(list.offsetTop);
    const observer = new ResizeObserver(measure);
    for (let outer = list.parentElement; outer && outer.id !== 'content';) {
      observer.observe(outer);
      outer = outer.parentElement;
    }
    measure();
    return () => observer.disconnect();
  }, []);

  // eslint-disable-next-line react-hooks/incompatible-library -- a warning for React Compiler, which is not used
  const virtualizer = useVirtualizer({
    count: rows,
    getScrollElement: () => document.getElementById('content'),
    estimateSize: () => rowHeight,
    overscan: 3,
    scrollMargin: margin,
    scrollPaddingStart: margin,
    scrollPaddingEnd: rowGap,
    initialOffset: restored,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);

  // Back leads to the place that was left, once the list is drawn as high as it was then.
  useLayoutEffect(() => {
    // First, for the rest lays the page out.
    if (toRestore.current === 0) return;
    const content = document.getElementById('content');
    const height = listRef.current?.offsetHeight ?? 0;
    if (!content || height === 0 || content.scrollHeight < height) return;
    content.scrollTo({ top: toRestore.current });
    toRestore.current = 0;
  });

  const visible = virtualizer.getVirtualItems();
  const first = (visible[0]?.index ?? 0) * columns;
  const last = Math.min(total, ((visible.at(-1)?.index ?? 0) + 1) * columns) - 1;
  useEffect(() => onShow(first, last), [onShow, first, last]);

  // An item that a key leads to may not exist yet: its place is focused once its row is drawn, and its
  // link once it is loaded.
  useEffect(() => {
    if (wanted.current === null) return;
    const cell = listRef.current?.querySelector(`[data-index="${String(wanted.current)}"]`);
    const target =
      cell?.querySelector<HTMLElement>('a') ?? (cell as HTMLElement | null | undefined);
    if (!target) return;
    if (target.tagName === 'A') wanted.current = null;
    target.focus({ preventScroll: true });
  });

  const lead = (index: number, align: 'auto' | 'start') => {
    wanted.current = index;
    setActive(index);
    virtualizer.scrollToIndex(Math.floor(index / columns), { align });
  };
  useImperativeHandle(handle, () => ({ jumpTo: (index) => lead(index, 'start') }));

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
      ref={ref}
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
            const item = at(index);
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
  Array.from({ length: Math.min(columns, total - row * columns) }, (_, at) => row * columns + at);
