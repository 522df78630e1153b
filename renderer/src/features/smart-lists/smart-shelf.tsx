import { queryOptions, useQuery } from '@tanstack/react-query';

import { hasCode } from '../../../../shared/errors.ts';
import type { SmartList } from '../../../../shared/api/smart-lists.ts';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { BookCard } from '../book/book-card.tsx';
import { Shelf } from '../home/shelf.tsx';
import { SeriesCard } from '../series/series-card.tsx';
import { OwnShelf, ownShelves } from './own-shelves.tsx';
import { booksOfSmartList, seriesOfSmartList, smartListQuery } from './queries.ts';

/** Maximum number of entries on a shelf. */
const shelfSize = 20;

/** A shelf of Home that was turned on: one of the app, or a smart list. */
export const SmartShelf = ({ id }: { id: string }) => {
  const own = ownShelves.find((name) => name === id);
  return own === undefined ? <ListShelf id={id} /> : <OwnShelf id={own} />;
};

/** Hidden if the smart list was deleted or is no longer shared. */
const ListShelf = ({ id }: { id: string }) => {
  const { data: list, error, refetch } = useQuery(smartListQuery(id));
  if (list !== undefined) return <SmartListShelf list={list} />;
  if (error === null || hasCode(error, 'NotFound')) return null;
  return <ErrorState compact error={error} onRetry={() => void refetch()} />;
};

const SmartListShelf = ({ list }: { list: SmartList }) => {
  const shared = {
    title: list.name,
    titleLink: { to: '/smart-list/$id', params: { id: list.id } },
  } as const;
  return list.target === 'series' ? (
    <Shelf
      {...shared}
      query={queryOptions(seriesOfSmartList(list, 1, shelfSize))}
      card={(series) => <SeriesCard series={series} />}
    />
  ) : (
    <Shelf
      {...shared}
      query={queryOptions(booksOfSmartList(list, 1, shelfSize))}
      card={(book) => <BookCard book={book} showSeries />}
    />
  );
};
