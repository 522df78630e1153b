import type { Library } from '../../../../shared/api/libraries.ts';
import { BookCard } from '../book/book-card.tsx';
import { SelectMark } from '../selection/select-mark.tsx';
import { useSelectable } from '../selection/use-selectable.ts';
import { LibraryHead } from './library-head.tsx';
import { bookIds, bookPage } from './library-query.ts';
import type { LibraryView } from './library-view.ts';
import { Listing } from './listing.tsx';
import { useWindowedList } from './use-windowed-list.ts';

interface BooksTabProps {
  library: Library;
  view: LibraryView & { kind: 'books' };
}

/** The books of a library. */
export const BooksTab = ({ library, view }: BooksTabProps) => {
  const { sort, direction } = view;
  const query = { libraryId: library.id, sort, direction, condition: null };
  const list = useWindowedList((page) => bookPage(query, page));
  const selectable = useSelectable({
    kind: 'books',
    key: JSON.stringify(query),
    at: list.at,
    loadIds: () => bookIds(query),
  });
  return (
    <>
      <LibraryHead library={library} view={view} selectable={selectable} total={list.total ?? 0} />
      <Listing
        library={library}
        list={list}
        selectable={selectable}
        card={(book, index, tabIndex) => (
          <>
            <BookCard book={book} showSeries tabIndex={tabIndex} />
            <SelectMark selectable={selectable} id={book.id} index={index} name={book.title} />
          </>
        )}
      />
    </>
  );
};
