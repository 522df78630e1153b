import { getRouteApi } from '@tanstack/react-router';
import { useRef } from 'react';

import type { Library } from '../../../../../shared/api/libraries.ts';
import { Cover } from '../../../ui/cover/cover.tsx';
import { noFilter, toCondition } from '../../filters/filter-tree.ts';
import { useSelectable } from '../../selection/use-selectable.ts';
import { GridLayout, ListLayout } from '../grid/layouts.tsx';
import { LettersRail } from '../grid/letters-rail.tsx';
import { useGridCommands } from '../grid/use-grid-commands.ts';
import { useWindowedList } from '../grid/use-windowed-list.ts';
import type { VirtualListHandle } from '../grid/virtual-list.tsx';
import type { Sorting } from '../table/table-head.tsx';
import { Table } from '../table/table.tsx';
import { libraryIdOf } from './all-libraries.ts';
import { LibraryHead } from './library-head.tsx';
import type { RecordQueries } from './library-query.ts';
import { firstDirection, type RecordsView, useFilter, useLayout } from './library-view.ts';
import { RecordList } from './list-states.tsx';
import type { RecordKind } from './record-kinds.tsx';
import { useOpenRandom } from './use-open-random.ts';

interface Covered {
  id: string;
  cover_ratio: number | null;
  has_cover: boolean;
}

interface RecordsTabProps<T, Field extends string> {
  library: Library;
  view: RecordsView;
  recordKind: RecordKind<T, RecordQueries<T, Field>>;
}

/** Records of one kind in a library as grid, list or table, with filter, sorting and selection. */
export const RecordsTab = <T extends Covered, Field extends string>({
  library,
  view,
  recordKind,
}: RecordsTabProps<T, Field>) => {
  const { queries, useColumns, useCover, nameSort, nameOf, link, row, card } = recordKind;
  const { kind, sort, direction } = view;
  const [filter, setFilter] = useFilter(kind);
  const condition = toCondition<Field>(filter);
  const query = { libraryId: libraryIdOf(library), sort, direction, condition };
  const [layout] = useLayout();
  const columns = useColumns();
  const sorting = useSorting(view);
  const handle = useRef<VirtualListHandle>(null);
  const list = useWindowedList((page) => queries.page(query, page));
  const { itemAt } = list;
  const selectable = useSelectable({
    kind,
    key: JSON.stringify(query),
    itemAt,
    loadIds: () => queries.ids(query),
  });
  const isRead = (index: number) => {
    const item = itemAt(index);
    return item !== undefined && recordKind.isRead(item);
  };
  const openRandom = useOpenRandom(kind);
  useGridCommands({ kind, itemAt, isRead, selectable });
  const shared = { label: library.name, list, nameOf, selectable, handle };
  return (
    <>
      <LibraryHead
        library={library}
        view={view}
        selectable={selectable}
        total={list.total}
        filter={filter}
        onFilter={setFilter}
        onRandom={() => void openRandom(() => queries.random(query))}
      />
      <RecordList
        library={library}
        list={list}
        onClear={condition === null ? null : () => setFilter(noFilter)}
        rail={
          sort === nameSort && (
            <LettersRail query={queries.letters(query)} direction={direction} list={handle} />
          )
        }
      >
        {(total) =>
          layout === 'table' ? (
            <Table
              {...shared}
              total={total}
              columns={columns}
              nameSort={nameSort}
              sorting={sorting}
              cover={(item) => <SmallCover item={item} useCover={useCover} />}
              link={link}
            />
          ) : layout === 'list' ? (
            <ListLayout {...shared} total={total} draw={row} />
          ) : (
            <GridLayout {...shared} total={total} draw={card} />
          )
        }
      </RecordList>
    </>
  );
};

interface SmallCoverProps {
  item: Covered;
  useCover: (item: Covered) => string;
}

const SmallCover = ({ item, useCover }: SmallCoverProps) => (
  <span>
    <Cover src={useCover(item)} title="" ratio={item.cover_ratio} />
  </span>
);

const route = getRouteApi('/shell/library/$libraryId');

/** Sorting by table head; a click on the current sort field reverses it. */
const useSorting = (view: RecordsView): Sorting => {
  const navigate = route.useNavigate();
  return {
    active: view.sort,
    direction: view.direction,
    onSort: (sort) => {
      const turned = view.direction === 'asc' ? 'desc' : 'asc';
      const order = sort === view.sort ? turned : firstDirection(sort);
      void navigate({ search: (known) => ({ ...known, sort, order }), replace: true });
    },
  };
};
