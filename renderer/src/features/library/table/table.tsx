import { useRef, type ReactNode, type Ref } from 'react';
import { useTranslation } from 'react-i18next';

import type { BookSort } from '../../../../../shared/api/book-record.ts';
import type { SeriesSort } from '../../../../../shared/api/series-record.ts';
import { useRem } from '../../../ui/layout/use-rem.ts';
import { useWidth } from '../../../ui/lists/use-width.ts';
import { usePreferences } from '../../../ui/preferences.ts';
import { SelectCheckbox } from '../../selection/select-checkbox.tsx';
import type { Selectable } from '../../selection/use-selectable.ts';
import type { WindowedList } from '../grid/use-windowed-list.ts';
import { listGeometry } from '../grid/grid-geometry.ts';
import { VirtualList, type VirtualListHandle } from '../grid/virtual-list.tsx';
import type { Column } from './columns.tsx';
import { columnsToShow, TableHead, template, type Sorting } from './table-head.tsx';
import classes from './table.module.css';

interface TableProps<T extends { id: string }> {
  label: string;
  list: WindowedList<T>;
  total: number;
  columns: readonly Column<T, SeriesSort | BookSort>[];
  nameSort: 'name' | 'title';
  nameOf: (item: T) => string;
  cover: (item: T) => ReactNode;
  /** The link to a record, with its name. */
  link: (item: T, tabIndex: 0 | -1) => ReactNode;
  sorting: Sorting;
  selectable: Selectable;
  handle: Ref<VirtualListHandle>;
}

/** Height of a row, as in the style sheet. */
const geometry = (_width: number, rem: number) => listGeometry(3.5 * rem);

/**
 * A virtual table: only rows in view are rendered. The sticky head is outside of the horizontal
 * scroller, because an element that scrolls itself cannot stick to the page; both scroll in sync.
 */
export const Table = <T extends { id: string }>(props: TableProps<T>) => {
  const { t } = useTranslation('browse');
  const { label, list, total, columns, nameSort, nameOf, selectable, handle, sorting } = props;
  const strip = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const chosen = usePreferences((preferences) => preferences.columns);
  const table = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const width = useWidth(head);
  const visible = columnsToShow(columns, chosen, useWidth(table), useRem());
  return (
    <div
      ref={table}
      role="table"
      aria-label={label}
      aria-rowcount={total + 1}
      className={classes.table}
    >
      <div
        ref={strip}
        role="rowgroup"
        className={classes.strip}
        onScroll={() => align(strip.current, scroller.current)}
      >
        <div ref={head} role="presentation" className={classes.columns}>
          <TableHead nameSort={nameSort} columns={columns} visible={visible} {...sorting} />
        </div>
      </div>
      <div
        ref={scroller}
        className={classes.scroller}
        onScroll={() => align(scroller.current, strip.current)}
      >
        <div style={{ minWidth: width }}>
          <VirtualList
            ref={handle}
            roles="table"
            label={label}
            total={total}
            itemAt={list.itemAt}
            onShow={list.show}
            geometry={geometry}
            skeleton={
              <span role="cell" aria-label={t('loadingRow')}>
                <span className={classes.blank} style={{ display: 'block', width: '40%' }} />
              </span>
            }
            selectable={selectable}
            item={(item, index, tabIndex) => (
              <div role="presentation" className={classes.row} style={template(visible)}>
                <span role="cell" className={classes.name}>
                  {props.cover(item)}
                  {props.link(item, tabIndex)}
                  <span className={classes.mark} data-row-mark>
                    <SelectCheckbox
                      selectable={selectable}
                      id={item.id}
                      index={index}
                      name={nameOf(item)}
                    />
                  </span>
                </span>
                {visible.map(({ name, isNumber, cell }) => (
                  <span key={name} role="cell" data-number={isNumber || undefined}>
                    {cell(item)}
                  </span>
                ))}
              </div>
            )}
          />
        </div>
      </div>
    </div>
  );
};

const align = (moved: HTMLElement | null, other: HTMLElement | null) => {
  if (moved !== null && other !== null) other.scrollLeft = moved.scrollLeft;
};
