import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { useRem } from '../../ui/layout/use-rem.ts';
import { pageScroller, useScrollMargin } from '../../ui/lists/use-scroll-margin.ts';
import { useWidth } from '../../ui/lists/use-width.ts';
import { usePreferences, type Layout } from '../../ui/preferences.ts';
import { gridGeometry, rowGeometry, type Geometry } from '../library/grid/grid-geometry.ts';
import { GapMark } from '../series/gap-mark.tsx';
import { SeriesBook } from '../series/series-book.tsx';
import { moveFocusStop } from './focus-stops.ts';
import { useBookDrag } from './use-book-drag.ts';
import { VolumeHead } from './volume-head.tsx';
import { volumeName } from './volume-calls.ts';
import { rowsOf, type Row, type Section } from './volume-rows.ts';
import classes from './volumes.module.css';

/** Heights (rem), as in volumes.module.css. */
const headHeight = 4.125;
const ungroupedHeight = 2.375;
const gapHeight = 2.75;
/** Space below a section (px). */
const sectionGap = 10;

export interface VolumeListProps {
  sections: readonly Section[];
  open: ReadonlySet<number>;
  onToggle: (number: number) => void;
  /** A book to scroll to and to focus. */
  wanted: string | null;
  onWantedShown: () => void;
  /** Moves a book to the section of a key; null: the person cannot. */
  onMove: ((bookId: string, section: string) => void) | null;
}

/**
 * Volumes as foldable groups, of which only rows in view are rendered. Arrow keys move between heads
 * and books; left and right fold a volume; for Tab the list is a single stop.
 */
export const VolumeList = (props: VolumeListProps) => {
  const { sections, open, onToggle, wanted, onWantedShown, onMove } = props;
  const { t } = useTranslation('volumes');
  const layout = usePreferences((preferences) => preferences.bookLayout);
  const density = usePreferences((preferences) => preferences.density);
  const listRef = useRef<HTMLDivElement>(null);
  const width = useWidth(listRef);
  const margin = useScrollMargin(listRef, pageScroller);
  const [active, setActive] = useState('');
  const rem = useRem();
  const geometry = layout === 'grid' ? gridGeometry(width, density, rem) : rowGeometry(width, rem);
  const { columns } = geometry;
  const rows = useMemo(
    () => (width === 0 ? [] : rowsOf(sections, { columns, open })),
    [sections, columns, open, width],
  );
  const { drag, chip, onPointerDown } = useBookDrag((bookId, section) => onMove?.(bookId, section));

  const heightOf = (row: Row | undefined): number => {
    if (row === undefined) return 0;
    if (row.kind === 'gap') return gapHeight * rem;
    if (row.kind === 'books') return geometry.rowHeight + (row.isLast ? sectionGap : 0);
    return (row.section.volume === null ? ungroupedHeight : headHeight) * rem + sectionGap;
  };
  // oxlint-disable-next-line react/incompatible-library -- a warning for React Compiler, which is not used
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: pageScroller,
    estimateSize: (index) => heightOf(rows[index]),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 4,
    scrollMargin: margin,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, geometry.rowHeight, rem, rows]);

  useEffect(() => {
    if (wanted === null) return;
    const link = listRef.current?.querySelector<HTMLElement>(`[data-stop="${wanted}"] a`);
    if (link) {
      link.scrollIntoView({ block: 'center' });
      link.focus({ preventScroll: true });
      onWantedShown();
    } else {
      const index = rows.findIndex((row) => row.kind === 'books' && stopsOf(row).includes(wanted));
      if (index !== -1) virtualizer.scrollToIndex(index, { align: 'center' });
    }
  });

  const visible = virtualizer.getVirtualItems().flatMap((item) => {
    const row = rows[item.index];
    return row ? [{ row, start: item.start - margin, key: item.key }] : [];
  });
  const stops = visible.flatMap(({ row }) => stopsOf(row));
  const entry = stops.includes(active) ? active : stops[0];
  const tabIndexOf = (stop: string) => (stop === entry ? 0 : -1);

  const draw = (row: Row): ReactNode => {
    if (row.kind === 'gap') return <GapMark gap={row.gap} layout="list" />;
    const { volume, entries, missing } = row.section;
    if (row.kind === 'head') {
      if (volume === null) return <h2 className={classes.loose}>{t('loose')}</h2>;
      return (
        <VolumeHead
          volume={volume}
          books={entries.flatMap((item) => ('book' in item ? [item.book] : []))}
          missing={missing}
          isOpen={row.isOpen}
          onToggle={() => onToggle(volume.number)}
          tabIndex={tabIndexOf(volume.id)}
        />
      );
    }
    return (
      <Books
        row={row}
        layout={layout}
        geometry={geometry}
        draggedId={drag?.bookId}
        tabIndexOf={tabIndexOf}
      />
    );
  };

  return (
    <div
      ref={listRef}
      className={classes.list}
      data-dragging={drag !== null || undefined}
      onPointerDown={onMove === null ? undefined : onPointerDown}
      // The drag of a link would end ours.
      onDragStart={(event) => event.preventDefault()}
      style={{ height: virtualizer.getTotalSize() }}
      onFocus={({ target }) => {
        const stop = target.closest<HTMLElement>('[data-stop]')?.dataset['stop'];
        if (stop !== undefined) setActive(stop);
      }}
      onKeyDown={(event) => {
        if (
          moveFocusStop(event, {
            onEnd: (last) => virtualizer.scrollToIndex(last ? rows.length - 1 : 0),
          })
        )
          event.preventDefault();
      }}
    >
      {visible.map(({ row, start, key }) => (
        <SectionRow
          key={key}
          row={row}
          start={start}
          isOver={row.kind !== 'gap' && drag !== null && row.section.key === drag.over}
        >
          {draw(row)}
        </SectionRow>
      ))}
      {drag !== null && (
        <span ref={chip} className={classes.chip}>
          {titleOf(sections, drag.bookId)}
        </span>
      )}
    </div>
  );
};

const titleOf = (sections: readonly Section[], bookId: string): string | undefined =>
  sections
    .flatMap(({ entries }) => entries)
    .flatMap((entry) => ('book' in entry && entry.book.id === bookId ? entry.book.title : []))[0];

/** Identifies what keys can reach in a row. */
const stopsOf = (row: Row): string[] => {
  if (row.kind === 'gap') return [];
  if (row.kind === 'head') return row.section.volume === null ? [] : [row.section.volume.id];
  return row.entries.flatMap((entry) => ('book' in entry ? [entry.book.id] : []));
};

interface BooksProps {
  row: Extract<Row, { kind: 'books' }>;
  layout: Layout;
  geometry: Pick<Geometry, 'columns' | 'columnGap'>;
  draggedId: string | undefined;
  tabIndexOf: (stop: string) => 0 | -1;
}

/** A row of books, and the gaps between them. */
const Books = ({ row, layout, geometry, draggedId, tabIndexOf }: BooksProps) => {
  const { t } = useTranslation('volumes');
  const { volume } = row.section;
  return (
    <ul
      className={classes.books}
      data-layout={layout}
      aria-label={volume === null ? t('loose') : volumeName(volume)}
      style={{
        gridTemplateColumns: `repeat(${String(geometry.columns)}, minmax(0, 1fr))`,
        columnGap: geometry.columnGap,
      }}
    >
      {row.entries.map((item) =>
        'gap' in item ? (
          <li key={`gap ${String(item.gap.start)}`}>
            <GapMark gap={item.gap} layout={layout} />
          </li>
        ) : (
          <li
            key={item.book.id}
            data-stop={item.book.id}
            data-dragged={draggedId === item.book.id || undefined}
          >
            <SeriesBook book={item.book} layout={layout} tabIndex={tabIndexOf(item.book.id)} />
          </li>
        ),
      )}
    </ul>
  );
};

interface SectionRowProps {
  row: Row;
  start: number;
  isOver: boolean;
  children: ReactNode;
}

const SectionRow = ({ row, start, isOver, children }: SectionRowProps) => (
  <div
    className={classes.row}
    data-kind={row.kind}
    data-section={row.kind === 'gap' ? undefined : row.section.key}
    data-over={isOver || undefined}
    style={{ transform: `translateY(${String(start)}px)` }}
  >
    {children}
  </div>
);
