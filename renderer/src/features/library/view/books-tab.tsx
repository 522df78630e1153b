import { Link } from '@tanstack/react-router';

import type { Book } from '../../../../../shared/api/book-record.ts';
import type { Library } from '../../../../../shared/api/libraries.ts';
import { useBookCover } from '../../../api/cover-versions.ts';
import { Cover } from '../../../ui/cover/cover.tsx';
import { BookCard } from '../../book/book-card.tsx';
import { BookRow } from '../../book/book-row.tsx';
import { toCondition } from '../../filters/filter-tree.ts';
import { useBookColumns } from '../table/columns.tsx';
import { bookIds, bookLetters, bookPage, type BookField } from './library-query.ts';
import { useFilter, type LibraryView } from './library-view.ts';
import { RecordsTab, type Records } from './records-tab.tsx';

interface BooksTabProps {
  library: Library;
  view: LibraryView & { kind: 'books' };
}

export const BooksTab = ({ library, view }: BooksTabProps) => {
  const [filter, setFilter] = useFilter('books');
  const condition = toCondition<BookField>(filter);
  const { sort, direction } = view;
  const query = { libraryId: library.id, sort, direction, condition };
  const records: Records<Book> = {
    key: JSON.stringify(query),
    page: (page) => bookPage(query, page),
    ids: () => bookIds(query),
    letters: bookLetters(query),
    columns: useBookColumns(),
    nameSort: 'title',
    nameOf: ({ title }) => title,
    isRead: ({ progress }) => progress?.is_completed === true,
    cover: ({ id }) => <SmallCover id={id} />,
    link: ({ id, title }, tabIndex) => (
      <Link to="/book/$bookId" params={{ bookId: id }} tabIndex={tabIndex}>
        {title}
      </Link>
    ),
    row: (book, tabIndex) => <BookRow book={book} tabIndex={tabIndex} />,
    card: (book, tabIndex) => <BookCard book={book} showSeries tabIndex={tabIndex} />,
  };
  return (
    <RecordsTab
      {...{ library, view, filter, records }}
      onFilter={setFilter}
      isFiltered={condition !== null}
    />
  );
};

const SmallCover = ({ id }: { id: string }) => (
  <span>
    <Cover src={useBookCover(id)} title="" />
  </span>
);
