import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconMoodEmpty } from '@tabler/icons-react';

import type { Book, CompactBook } from '../../../../shared/api/book-record.ts';
import type { FullSeries } from '../../../../shared/api/series-record.ts';
import { useBookCover } from '../../api/cover-versions.ts';
import { Cover } from '../../ui/cover/cover.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { toCondition } from '../filters/filter-tree.ts';
import { ListState } from '../library/grid/list-state.tsx';
import { GridLayout, ListLayout } from '../library/grid/layouts.tsx';
import { useGridCommands } from '../library/grid/use-grid-commands.ts';
import { useWindowedList } from '../library/grid/use-windowed-list.ts';
import type { VirtualListHandle } from '../library/grid/virtual-list.tsx';
import { Table } from '../library/table/table.tsx';
import { bookQueries } from '../library/view/library-query.ts';
import { firstDirection } from '../library/view/library-view.ts';
import { recordKinds } from '../library/view/record-kinds.tsx';
import { SelectionBar } from '../selection/selection-bar.tsx';
import { useSelection } from '../selection/selection-store.ts';
import { useSelectable } from '../selection/use-selectable.ts';
import { JumpToNumber } from './jump-to-number.tsx';
import { SeriesBook } from './series-book.tsx';
import { readingOrder, type SeriesView, type SeriesViewChange } from './series-view.ts';

interface ArrangedBooksProps {
  series: FullSeries;
  view: SeriesView;
  onChange: (change: SeriesViewChange) => void;
  /** All books in reading order. */
  books: readonly CompactBook[];
}

type Condition = Parameters<typeof bookQueries.page>[0]['condition'];

/** The books of a series as a virtual grid, list or table: in any order, filtered, to select. */
export const ArrangedBooks = ({ series, view, onChange, books }: ArrangedBooksProps) => {
  const { t } = useTranslation(['filters', 'browse']);
  const { useColumns, nameOf, link, isRead } = recordKinds.books;
  const { sort, direction, layout, filter } = view;
  const inSeries = { seriesId: { operator: 'is', value: series.id } } as const;
  const chosen = toCondition<'seriesId'>(filter);
  const condition: Condition = chosen === null ? inSeries : { allOf: [inSeries, chosen] };
  const query = { libraryId: undefined, sort, direction, condition };
  const columns = useColumns().filter(({ name }) => name !== 'series');
  const handle = useRef<VirtualListHandle>(null);
  const list = useWindowedList((page) => bookQueries.page(query, page));
  const { itemAt } = list;
  const isChoosing = useSelection((selection) => selection.isChoosing);
  const selectable = useSelectable({
    kind: 'books',
    key: JSON.stringify(query),
    itemAt,
    loadIds: () => bookQueries.ids(query),
  });
  useGridCommands({
    kind: 'books',
    itemAt,
    isRead: (index) => {
      const item = itemAt(index);
      return item !== undefined && isRead(item);
    },
    selectable,
  });
  const shared = { label: series.name, list, nameOf, selectable, handle };
  const { total } = list;
  if (total === null) return <ListState compact list={list} />;
  if (total === 0) {
    return <EmptyState icon={<IconMoodEmpty stroke={1.25} />} title={t('filters:noMatch')} />;
  }
  const canJump = chosen === null && sort === readingOrder && direction === 'asc';
  return (
    <>
      {isChoosing && <SelectionBar selectable={selectable} total={total} />}
      {canJump && !isChoosing && (
        <JumpToNumber books={books} onJump={(index) => handle.current?.jumpTo(index)} />
      )}
      {layout === 'table' ? (
        <Table
          {...shared}
          total={total}
          columns={columns}
          nameSort="title"
          sorting={{
            active: sort,
            direction,
            onSort: (next) => {
              const field = next as SeriesView['sort'];
              const turned = direction === 'asc' ? 'desc' : 'asc';
              onChange({ sort: field, order: field === sort ? turned : firstDirection(field) });
            },
          }}
          cover={(book) => <RowCover book={book} />}
          link={link}
        />
      ) : layout === 'list' ? (
        <ListLayout
          {...shared}
          total={total}
          draw={(book, tabIndex) => <SeriesBook book={book} layout={layout} tabIndex={tabIndex} />}
        />
      ) : (
        <GridLayout
          {...shared}
          total={total}
          draw={(book, tabIndex) => <SeriesBook book={book} layout={layout} tabIndex={tabIndex} />}
        />
      )}
    </>
  );
};

const RowCover = ({ book }: { book: Book }) => (
  <span>
    <Cover src={useBookCover(book)} title="" />
  </span>
);
