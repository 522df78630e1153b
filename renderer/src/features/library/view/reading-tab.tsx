import { IconBook } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import {
  listBooksInProgress,
  listBooksOnDeck,
  listRecentlyAddedBooks,
} from '../../../../../shared/api/books.ts';
import type { Library } from '../../../../../shared/api/libraries.ts';
import { api } from '../../../api/client.ts';
import { keys } from '../../../api/keys.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { BookCard } from '../../book/book-card.tsx';
import { ContinueCard } from '../../home/continue-card.tsx';
import { areShelvesPending, Shelf, ShelfSkeleton } from '../../home/shelf.tsx';
import { libraryIdOf } from './all-libraries.ts';
import headClasses from './library-head.module.css';
import { LibraryState, LibraryTitle } from './library-head.tsx';
import { LibraryTabs } from './library-tabs.tsx';

const shelfSize = 20;

const endpoints = {
  continue: listBooksInProgress,
  onDeck: listBooksOnDeck,
  newBooks: listRecentlyAddedBooks,
} as const;
const shelfNames = ['continue', 'onDeck', 'newBooks'] as const;

const shelf = (name: keyof typeof endpoints, library: Library) =>
  queryOptions({
    queryKey: keys.bookShelf(`${name} ${library.id}`),
    queryFn: ({ signal }) =>
      api.call(endpoints[name], {
        query: { pageSize: shelfSize, library_id: libraryIdOf(library) },
        signal,
      }),
  });

/** A person's reading in one library: books begun, books on deck, and new ones. */
export const ReadingTab = ({ library }: { library: Library }) => {
  const { t } = useTranslation(['home', 'browse']);
  const begun = useQuery(shelf('continue', library));
  const next = useQuery(shelf('onDeck', library));
  const added = useQuery(shelf('newBooks', library));
  const isIdle = begun.data?.total === 0 && next.data?.total === 0;
  const isPending = areShelvesPending([begun, next, added]);
  return (
    <>
      <LibraryTitle library={library} />
      <div className={headClasses.bar}>
        <LibraryTabs library={library} view={{ kind: 'reading' }} />
      </div>
      <LibraryState library={library} />
      {isPending ? (
        shelfNames.map((name) => (
          <ShelfSkeleton key={name} title={t(name)} wide={name === 'continue'} />
        ))
      ) : (
        <>
          {isIdle && (
            <EmptyState icon={<IconBook stroke={1.25} />} title={t('browse:notReading.title')}>
              {t('browse:notReading.text')}
            </EmptyState>
          )}
          <Shelf
            title={t('continue')}
            query={shelf('continue', library)}
            wide
            card={(book) => <ContinueCard book={book} />}
          />
          <Shelf
            title={t('onDeck')}
            query={shelf('onDeck', library)}
            card={(book) => <BookCard book={book} showSeries />}
          />
          <Shelf
            title={t('newBooks')}
            query={shelf('newBooks', library)}
            card={(book) => <BookCard book={book} showSeries />}
          />
        </>
      )}
    </>
  );
};
