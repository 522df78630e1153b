import { Link } from '@tanstack/react-router';
import { useRef } from 'react';

import type { Library } from '../../../../shared/api/libraries.ts';
import { useSeriesCover } from '../../api/cover-versions.ts';
import { Cover } from '../../ui/cover.tsx';
import { noFilter, toCondition } from '../filters/filter-tree.ts';
import { useSelectable } from '../selection/use-selectable.ts';
import { SeriesCard } from '../series/series-card.tsx';
import { SeriesRow } from '../series/series-row.tsx';
import { useSeriesColumns } from './columns.tsx';
import { GridLayout, ListLayout } from './layouts.tsx';
import { LettersRail } from './letters-rail.tsx';
import { LibraryHead } from './library-head.tsx';
import { seriesIds, seriesLetters, seriesPage, type SeriesField } from './library-query.ts';
import { useFilter, useLayout, type LibraryView } from './library-view.ts';
import { Listing } from './listing.tsx';
import { Table } from './table.tsx';
import { useGridCommands } from './use-grid-commands.ts';
import { useSorting } from './use-sorting.ts';
import { useWindowedList } from './use-windowed-list.ts';
import type { VirtualItemsHandle } from './virtual-items.tsx';

interface SeriesTabProps {
  library: Library;
  view: LibraryView & { kind: 'series' };
}

/** The series of a library. */
export const SeriesTab = ({ library, view }: SeriesTabProps) => {
  const [filter, setFilter] = useFilter('series');
  const [layout] = useLayout();
  const columns = useSeriesColumns();
  const sorting = useSorting(view);
  const handle = useRef<VirtualItemsHandle>(null);
  const { sort, direction } = view;
  const condition = toCondition<SeriesField>(filter);
  const query = { libraryId: library.id, sort, direction, condition };
  const list = useWindowedList((page) => seriesPage(query, page));
  const selectable = useSelectable({
    kind: 'series',
    key: JSON.stringify(query),
    at: list.at,
    loadIds: () => seriesIds(query),
  });
  useGridCommands({
    kind: 'series',
    at: list.at,
    isRead: (index) => list.at(index)?.read_status === 'read',
    selectable,
  });
  const shared = {
    label: library.name,
    list,
    nameOf: ({ name }: { name: string }) => name,
    selectable,
    handle,
  };
  return (
    <>
      <LibraryHead
        library={library}
        view={view}
        selectable={selectable}
        total={list.total ?? 0}
        filter={filter}
        onFilter={setFilter}
      />
      <Listing
        library={library}
        list={list}
        onClear={condition === null ? null : () => setFilter(noFilter)}
        rail={
          sort === 'name' && (
            <LettersRail
              query={seriesLetters(query)}
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
              columns={columns}
              nameSort="name"
              sorting={sorting}
              cover={({ id }) => <SmallCover id={id} />}
              link={({ id, name }, tabIndex) => (
                <Link to="/series/$seriesId" params={{ seriesId: id }} tabIndex={tabIndex}>
                  {name}
                </Link>
              )}
            />
          ) : layout === 'list' ? (
            <ListLayout
              {...shared}
              total={total}
              draw={(series, tabIndex) => <SeriesRow series={series} tabIndex={tabIndex} />}
            />
          ) : (
            <GridLayout
              {...shared}
              total={total}
              draw={(series, tabIndex) => <SeriesCard series={series} tabIndex={tabIndex} />}
            />
          )
        }
      </Listing>
    </>
  );
};

const SmallCover = ({ id }: { id: string }) => (
  <span>
    <Cover src={useSeriesCover(id)} title="" />
  </span>
);
