import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useElementScrollRestoration } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';

import type { Density } from '../../app/preferences.ts';
import { CoverCardSkeleton } from '../../ui/cover-card.tsx';
import { gridGeometry, moveFocus, rowGap } from './grid-geometry.ts';
import classes from './virtual-grid.module.css';

interface VirtualGridProps<T> {
  label: string;
  total: number;
  at: (index: number) => T | undefined;
  onShow: (first: number, last: number) => void;
  density: Density;
  /** Draws the link to a record; it must pass `tabIndex` on to the link. */
  card: (item: T, tabIndex: 0 | -1) => ReactNode;
}

/**
 * A grid of cards of which only the rows in view exist. Arrow keys, Home, End and the page keys move
 * between cards; Tab enters and leaves the grid as one stop.
 */
export const VirtualGrid = <T,>({
  label,
  total,
  at,
  onShow,
  density,
  card,
}: VirtualGridProps<T>) => {
  const { ref: sizeRef, width } = useElementSize<HTMLDivElement>();
  const listRef = useRef<HTMLDivElement>(null);
  const ref = useMergedRef(sizeRef, listRef);
  const { columns, rowHeight } = gridGeometry(width, density);
  const rows = width === 0 ? 0 : Math.ceil(total / columns);
  const saved = useElementScrollRestoration({ id: 'content' });
  const [restored] = useState(saved?.scrollY ?? 0);
  const [margin, setMargin] = useState(0);
  const [active, setActive] = useState(0);
  const wanted = useRef<number | null>(null);

  useLayoutEffect(() => setMargin(listRef.current?.offsetTop ?? 0), [width]);

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

  // Back leads to the place that was left, once the grid is as high as it was then.
  const isLaidOut = rows > 0;
  useLayoutEffect(() => {
    if (isLaidOut && restored > 0) document.getElementById('content')?.scrollTo({ top: restored });
  }, [isLaidOut, restored]);

  const visible = virtualizer.getVirtualItems();
  const first = (visible[0]?.index ?? 0) * columns;
  const last = Math.min(total, ((visible.at(-1)?.index ?? 0) + 1) * columns) - 1;
  useEffect(() => onShow(first, last), [onShow, first, last]);

  // A card that a key leads to may not exist yet: its place is focused once its row is drawn, and its
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

  const onKeyDown = (event: KeyboardEvent) => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-index]');
    if (cell === null || event.altKey || event.ctrlKey || event.metaKey) return;
    const pageRows = Math.max(1, Math.floor((virtualizer.scrollRect?.height ?? 0) / rowHeight));
    const target = moveFocus(event.key, Number(cell.dataset['index']), {
      columns,
      total,
      pageRows,
    });
    if (target === null) return;
    event.preventDefault();
    wanted.current = target;
    setActive(target);
    virtualizer.scrollToIndex(Math.floor(target / columns), { align: 'auto' });
  };

  const entry = active >= first && active <= last ? active : first;
  return (
    <div
      ref={ref}
      role="list"
      aria-label={label}
      className={classes.grid}
      style={{ height: virtualizer.getTotalSize() - rowGap }}
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
          }}
        >
          {cellsOfRow(row.index, columns, total).map((index) => {
            const item = at(index);
            return (
              <div
                key={index}
                role="listitem"
                aria-setsize={total}
                aria-posinset={index + 1}
                data-index={index}
                tabIndex={item === undefined ? -1 : undefined}
                onFocus={() => {
                  setActive(index);
                  if (wanted.current !== index) wanted.current = null;
                }}
              >
                {item === undefined ? <CoverCardSkeleton /> : card(item, index === entry ? 0 : -1)}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
};

const cellsOfRow = (row: number, columns: number, total: number): number[] =>
  Array.from({ length: Math.min(columns, total - row * columns) }, (_, at) => row * columns + at);
