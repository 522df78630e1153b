import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import type { BookSort } from '../../../../../shared/api/book-record.ts';
import type { SeriesSort } from '../../../../../shared/api/series-record.ts';
import type { Direction } from '../../../../../shared/schemas.ts';
import type enBrowse from '../../../locales/en/browse.json';
import { setPreference, usePreferences } from '../../../ui/preferences.ts';
import type { Column } from './columns.tsx';
import classes from './table.module.css';

type ColumnName = keyof typeof enBrowse.column;
type Sort = SeriesSort | BookSort;

export interface Sorting {
  active: Sort;
  direction: Direction;
  /** Sorts by another field, or reverses the direction. */
  onSort: (sort: Sort) => void;
}

interface TableHeadProps extends Sorting {
  /** Sort field of the first column, the name. */
  nameSort: 'name' | 'title';
  columns: readonly Column<never, Sort>[];
  visible: readonly Column<never, Sort>[];
}

/** Column heads: one click sorts, the next reverses. */
export const TableHead = ({ nameSort, columns, visible, ...sorting }: TableHeadProps) => {
  const { t } = useTranslation('browse');
  return (
    <div role="row" aria-rowindex={1} className={classes.head} style={template(visible)}>
      <Head sort={nameSort} label={t(`column.${nameSort}`)} {...sorting} />
      {visible.map(({ name, sort: own, isNumber }) => (
        <Head
          key={name}
          label={t(`column.${name as ColumnName}`)}
          sort={own}
          isNumber={isNumber}
          {...sorting}
        />
      ))}
      <span role="columnheader" className={classes.choice} aria-label={t('columns')}>
        <ColumnMenu columns={columns} visible={visible} />
      </span>
    </div>
  );
};

interface HeadProps extends Sorting {
  label: string;
  sort: Sort | undefined;
  isNumber?: boolean | undefined;
}

const Head = ({ label, sort, isNumber, direction, onSort, active }: HeadProps) => {
  const isSorted = sort !== undefined && sort === active;
  const Arrow = direction === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <span
      role="columnheader"
      data-number={isNumber || undefined}
      aria-sort={isSorted ? (direction === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      {sort === undefined ? (
        label
      ) : (
        <button type="button" onClick={() => onSort(sort)}>
          {label}
          {isSorted && <Arrow size={14} aria-hidden />}
        </button>
      )}
    </span>
  );
};

/** Visibility of columns, stored on this device. */
const ColumnMenu = ({ columns, visible }: Pick<TableHeadProps, 'columns' | 'visible'>) => {
  const { t } = useTranslation('browse');
  const chosen = usePreferences((preferences) => preferences.columns);
  return (
    <Menu closeOnItemClick={false} position="bottom-end">
      <Menu.Target>
        <ActionIcon size={26} aria-label={t('columns')}>
          <IconColumns3 size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {columns.map(({ name }) => {
          const isShown = visible.some((column) => column.name === name);
          return (
            <Menu.Item
              key={name}
              role="menuitemcheckbox"
              aria-checked={isShown}
              onClick={() => setPreference({ columns: { ...chosen, [name]: !isShown } })}
              leftSection={<span className={classes.tick} data-on={isShown || undefined} />}
            >
              {t(`column.${name as ColumnName}`)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
};

/** Space between columns, px, as in the style sheet. */
const gap = 20;
/** Width of the first column, rem; less in a narrow window. */
const nameWidth = 17.5;
/** Width of the button that chooses columns, rem. */
const choiceWidth = 1.875;
/** In a narrower room, as on a phone, the table scrolls sideways, px. */
const minRoom = 600;

/**
 * The columns to show in a room of that width, with that rem (px): those that a person chose, and of the
 * default ones as many as fit beside them.
 */
export const columnsToShow = <C extends Pick<Column<never, Sort>, 'name' | 'shown' | 'width'>>(
  columns: readonly C[],
  chosen: Readonly<Record<string, boolean | undefined>>,
  room: number,
  rem: number,
): C[] => {
  const widthOf = ({ width }: C): number => Number(/[\d.]+/.exec(width)?.[0] ?? 0) * rem + gap;
  const wanted = columns.filter(({ name }) => chosen[name] === true);
  let left = wanted.reduce(
    (rest, column) => rest - widthOf(column),
    room - (nameWidth + choiceWidth) * rem - gap,
  );
  return columns.filter((column) => {
    const { name, shown } = column;
    if (chosen[name] !== undefined || !shown) return chosen[name] ?? false;
    left -= widthOf(column);
    return left >= 0 || room < minRoom;
  });
};

/** Grid template shared by the head and all rows. */
export const template = (visible: readonly { width: string }[]) => ({
  gridTemplateColumns: `minmax(min(${nameWidth}rem, 52vw), 3fr) ${visible.map(({ width }) => width).join(' ')} ${choiceWidth}rem`,
});
