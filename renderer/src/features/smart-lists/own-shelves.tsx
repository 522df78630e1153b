import { queryOptions } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { filterBooks } from '../../../../shared/api/books.ts';
import { listRecentlyUpdatedSeries } from '../../../../shared/api/series.ts';
import { api } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { BookCard } from '../book/book-card.tsx';
import { Shelf } from '../home/shelf.tsx';
import { SeriesCard } from '../series/series-card.tsx';

/** Shelves of Home that are off until somebody turns them on, as smart lists are. */
export const ownShelves = ['released', 'updated'] as const;
export type OwnShelfId = (typeof ownShelves)[number];

/** Maximum number of entries on a shelf. */
const shelfSize = 20;

const releasedShelf = () =>
  queryOptions({
    queryKey: keys.bookShelf('released'),
    queryFn: ({ signal }) => {
      const query = { pageSize: shelfSize, sort: 'release_date,desc' };
      const condition = { year: { operator: 'isNotNull' } } as const;
      return api.call(filterBooks, { query, body: { condition }, signal });
    },
  });

const updatedShelf = () =>
  queryOptions({
    queryKey: keys.seriesShelf('updated'),
    queryFn: ({ signal }) =>
      api.call(listRecentlyUpdatedSeries, { query: { pageSize: shelfSize }, signal }),
  });

export const OwnShelf = ({ id }: { id: OwnShelfId }) => {
  const { t } = useTranslation('smartLists');
  const title = t(`shelves.${id}`);
  return id === 'released' ? (
    <Shelf
      title={title}
      query={releasedShelf()}
      card={(book) => <BookCard book={book} showSeries />}
    />
  ) : (
    <Shelf title={title} query={updatedShelf()} card={(series) => <SeriesCard series={series} />} />
  );
};
