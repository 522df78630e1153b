import { useRef, type ReactNode } from 'react';

import type { BookSort } from '../../../../../shared/api/book-record.ts';
import type { Library } from '../../../../../shared/api/libraries.ts';
import type { SeriesSort } from '../../../../../shared/api/series-record.ts';
import type { Letters } from '../../../../../shared/schemas.ts';
import type { ListPage } from '../../../api/queries.ts';
import { noFilter, type FilterGroup } from '../../filters/filter-tree.ts';
import { useSelectable } from '../../selection/use-selectable.ts';
import type { Column } from '../table/columns.tsx';
import { GridLayout, ListLayout } from '../grid/layouts.tsx';
import { LettersRail } from '../grid/letters-rail.tsx';
import { LibraryHead } from './library-head.tsx';
import { useLayout, type LibraryView } from './library-view.ts';
import { Listing } from './list-states.tsx';
import { Table } from '../table/table.tsx';
import { useGridCommands } from '../grid/use-grid-commands.ts';
import { useSorting } from './use-sorting.ts';
import { useWindowedList } from '../grid/use-windowed-list.ts';
import type { VirtualListHandle } from '../grid/virtual-list.tsx';

/** The records of a list and how to render them. */
export interface Records<T> {
  /** A different key is a different list and clears the selection. */
  key: string;
  page: (page: number) => ListPage<T>;
  /** All ids in list order. */
  ids: () => Promise<readonly string[]>;
  letters: {
    queryKey: readonly unknown[];
    queryFn: (context: { signal: AbortSignal }) => Promise<Letters>;
  };
  columns: readonly Column<T, SeriesSort | BookSort>[];
  /** The sort field to which letters apply. */
  nameSort: 'name' | 'title';
  nameOf: (item: T) => string;
  isRead: (item: T) => boolean;
  /** Cover in a table row. */
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
  /** Whether the filter excludes records. */
  isFiltered: boolean;
  records: Records<T>;
}

/** Records of one kind in a library as grid, list or table, with filter, sorting and selection. */
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
  const handle = useRef<VirtualListHandle>(null);
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
