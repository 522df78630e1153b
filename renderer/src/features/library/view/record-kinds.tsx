import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { Book, BookSort } from '../../../../../shared/api/book-record.ts';
import type { Series, SeriesSort } from '../../../../../shared/api/series-record.ts';
import { useBookCover, useSeriesCover } from '../../../api/cover-versions.ts';
import { BookCard } from '../../book/book-card.tsx';
import { BookRow } from '../../book/book-row.tsx';
import { SeriesCard } from '../../series/series-card.tsx';
import { SeriesRow } from '../../series/series-row.tsx';
import { useBookColumns, useSeriesColumns, type Column } from '../table/columns.tsx';
import { bookQueries, seriesQueries } from './library-query.ts';

/** A kind of record in a library: how its lists are loaded, and how a record is shown. */
export interface RecordKind<T, Queries> {
  queries: Queries;
  useColumns: () => readonly Column<T, SeriesSort | BookSort>[];
  useCover: (item: { id: string; has_cover: boolean }) => string;
  /** The sort field to which letters apply. */
  nameSort: 'name' | 'title';
  nameOf: (item: T) => string;
  isRead: (item: T) => boolean;
  link: (item: T, tabIndex: 0 | -1) => ReactNode;
  row: (item: T, tabIndex: 0 | -1) => ReactNode;
  card: (item: T, tabIndex: 0 | -1) => ReactNode;
}

const series: RecordKind<Series, typeof seriesQueries> = {
  queries: seriesQueries,
  useColumns: useSeriesColumns,
  useCover: useSeriesCover,
  nameSort: 'name',
  nameOf: ({ name }) => name,
  isRead: ({ read_status: status }) => status === 'read',
  link: ({ id, name }, tabIndex) => (
    <Link to="/series/$seriesId" params={{ seriesId: id }} tabIndex={tabIndex}>
      {name}
    </Link>
  ),
  row: (item, tabIndex) => <SeriesRow series={item} tabIndex={tabIndex} />,
  card: (item, tabIndex) => <SeriesCard series={item} tabIndex={tabIndex} />,
};

const books: RecordKind<Book, typeof bookQueries> = {
  queries: bookQueries,
  useColumns: useBookColumns,
  useCover: useBookCover,
  nameSort: 'title',
  nameOf: ({ title }) => title,
  isRead: ({ progress }) => progress?.is_completed === true,
  link: ({ id, title }, tabIndex) => (
    <Link to="/book/$bookId" params={{ bookId: id }} tabIndex={tabIndex}>
      {title}
    </Link>
  ),
  row: (item, tabIndex) => <BookRow book={item} showSeries tabIndex={tabIndex} />,
  card: (item, tabIndex) => <BookCard book={item} showSeries tabIndex={tabIndex} />,
};

export const recordKinds = { series, books };
