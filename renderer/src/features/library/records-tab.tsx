import { useRef, type ReactNode } from 'react';

import type { BookSort } from '../../../../shared/api/book-record.ts';
import type { Library } from '../../../../shared/api/libraries.ts';
import type { SeriesSort } from '../../../../shared/api/series-record.ts';
import type { Letters } from '../../../../shared/schemas.ts';
import type { ListPage } from '../../api/queries.ts';
import { noFilter, type FilterGroup } from '../filters/filter-tree.ts';
import { useSelectable } from '../selection/use-selectable.ts';
import type { Column } from './columns.tsx';
import { GridLayout, ListLayout } from './layouts.tsx';
import { LettersRail } from './letters-rail.tsx';
import { LibraryHead } from './library-head.tsx';
import { useLayout, type LibraryView } from './library-view.ts';
import { Listing } from './listing.tsx';
import { Table } from './table.tsx';
import { useGridCommands } from './use-grid-commands.ts';
import { useSorting } from './use-sorting.ts';
import { useWindowedList } from './use-windowed-list.ts';
import type { VirtualItemsHandle } from './virtual-items.tsx';

/** The records of a list, and how one of them is drawn. */
export interface Records<T> {
  /** Another one is another list, which forgets what was chosen. */
  key: string;
  page: (page: number) => ListPage<T>;
  /** Every id in the order of the list. */
  ids: () => Promise<readonly string[]>;
  letters: {
    queryKey: readonly unknown[];
    queryFn: (context: { signal: AbortSignal }) => Promise<Letters>;
  };
  columns: readonly Column<T, SeriesSort | BookSort>[];
  /** The order by name, in which a letter leads somewhere. */
  nameSort: 'name' | 'title';
  nameOf: (item: T) => string;
  isRead: (item: T) => boolean;
  /** The cover in a row of the table. */
  cover: (item: T) => ReactNode;
  link: (item: T, tabIndex: 0 | -1) => ReactNode;
  row: (item: T, tabIndex: 0 | -1) => ReactNode;
  card: (item: T, tabIndex: 0 | -1) => ReactNode;
}

interface RecordsTabProps<T> {
  library: Library;
  view: Exclude<LibraryView, { kind: 'folders' }>;
  filter: FilterGroup;
  onFilter: (filter: FilterGroup) => void;
  /** Whether the filter leaves anything out. */
  isFiltered: boolean;
  records: Records<T>;
}

/** The records of one kind in a library: as a grid, list or table, to be filtered, sorted and chosen from. */
export const RecordsTab = <T extends { id: string }>({
  library,
  view,
  filter,
  onFilter,
  isFiltered,
  records,
}: RecordsTabProps<T>) => {
  const [layout] = useLayout();
  const sorting = useSorting(view);
  const handle = useRef<VirtualItemsHandle>(null);
  const { kind, sort, direction } = view;
  const list = useWindowedList(records.page);
  const { at } = list;
  const selectable = useSelectable({ kind, key: records.key, at, loadIds: records.ids });
  const isRead = (index: number) => {
    const item = at(index);
    return item !== undefined && records.isRead(item);
  };
  useGridCommands({ kind, at, isRead, selectable });
  const { nameOf } = records;
  const shared = { label: library.name, list, nameOf, selectable, handle };
  return (
    <>
      <LibraryHead
        library={library}
        view={view}
        selectable={selectable}
        total={list.total ?? 0}
        filter={filter}
        onFilter={onFilter}
      />
      <Listing
        library={library}
        list={list}
        onClear={isFiltered ? () => onFilter(noFilter) : null}
        rail={
          sort === records.nameSort && (
            <LettersRail
              query={records.letters}
              direction={direction}
              onJump={(index) => handle.current?.jumpTo(index)}
            />
          )
        }
      >
        {(total) =>
          layout === 'table' ? (
            <Table
              {...shared}
              total={total}
              columns={records.columns}
              nameSort={records.nameSort}
              sorting={sorting}
              cover={records.cover}
              link={records.link}
            />
          ) : layout === 'list' ? (
            <ListLayout {...shared} total={total} draw={records.row} />
          ) : (
            <GridLayout {...shared} total={total} draw={records.card} />
          )
        }
      </Listing>
    </>
  );
};
