import { Link } from '@tanstack/react-router';
import { useRef } from 'react';

import type { Library } from '../../../../shared/api/libraries.ts';
import { useBookCover } from '../../api/cover-versions.ts';
import { Cover } from '../../ui/cover.tsx';
import { noFilter, toCondition } from '../filters/filter-tree.ts';
import { useSelectable } from '../selection/use-selectable.ts';
import { BookCard } from '../book/book-card.tsx';
import { BookRow } from '../book/book-row.tsx';
import { useBookColumns } from './columns.tsx';
import { GridLayout, ListLayout } from './layouts.tsx';
import { LettersRail } from './letters-rail.tsx';
import { LibraryHead } from './library-head.tsx';
import { bookIds, bookLetters, bookPage, type BookField } from './library-query.ts';
import { useFilter, useLayout, type LibraryView } from './library-view.ts';
import { Listing } from './listing.tsx';
import { Table } from './table.tsx';
import { useGridCommands } from './use-grid-commands.ts';
import { useSorting } from './use-sorting.ts';
import { useWindowedList } from './use-windowed-list.ts';
import type { VirtualItemsHandle } from './virtual-items.tsx';

interface BooksTabProps {
  library: Library;
  view: LibraryView & { kind: 'books' };
}

/** The books of a library. */
export const BooksTab = ({ library, view }: BooksTabProps) => {
  const [filter, setFilter] = useFilter('books');
  const [layout] = useLayout();
  const columns = useBookColumns();
  const sorting = useSorting(view);
  const handle = useRef<VirtualItemsHandle>(null);
  const { sort, direction } = view;
  const condition = toCondition<BookField>(filter);
  const query = { libraryId: library.id, sort, direction, condition };
  const list = useWindowedList((page) => bookPage(query, page));
  const selectable = useSelectable({
    kind: 'books',
    key: JSON.stringify(query),
    at: list.at,
    loadIds: () => bookIds(query),
  });
  useGridCommands({
    kind: 'books',
    at: list.at,
    isRead: (index) => list.at(index)?.progress?.is_completed === true,
    selectable,
  });
  const shared = {
    label: library.name,
    list,
    nameOf: ({ title }: { title: string }) => title,
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
          sort === 'title' && (
            <LettersRail
              query={bookLetters(query)}
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
              nameSort="title"
              sorting={sorting}
              cover={({ id }) => <SmallCover id={id} />}
              link={({ id, title }, tabIndex) => (
                <Link to="/book/$bookId" params={{ bookId: id }} tabIndex={tabIndex}>
                  {title}
                </Link>
              )}
            />
          ) : layout === 'list' ? (
            <ListLayout
              {...shared}
              total={total}
              draw={(book, tabIndex) => <BookRow book={book} tabIndex={tabIndex} />}
            />
          ) : (
            <GridLayout
              {...shared}
              total={total}
              draw={(book, tabIndex) => <BookCard book={book} showSeries tabIndex={tabIndex} />}
            />
          )
        }
      </Listing>
    </>
  );
};

const SmallCover = ({ id }: { id: string }) => (
  <span>
    <Cover src={useBookCover(id)} title="" />
  </span>
);
