import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { Book, BookSort } from '../../../../../shared/api/book-record.ts';
import type { Series, SeriesSort } from '../../../../../shared/api/series-record.ts';
import { useFormatName } from '../../../ui/text/use-format-name.ts';
import { useLocale } from '../../../ui/text/use-locale.ts';
import { useBookState } from '../../book/use-book-state.ts';

export interface Column<T, Sort extends string> {
  name: string;
  /** The sort of a click on the column head. */
  sort?: Sort;
  /** Track size in the CSS grid, with the minimum as its first number (rem). */
  width: string;
  isNumber?: boolean;
  /** Default visibility. */
  shown: boolean;
  cell: (item: T) => ReactNode;
}

/** Columns of the series table after the name. */
export const useSeriesColumns = (): readonly Column<Series, SeriesSort>[] => {
  const { t } = useTranslation(['browse', 'series']);
  const { number, bytes, shortDate } = useLocale();
  return [
    {
      name: 'books',
      sort: 'book_count',
      width: '4.5rem',
      isNumber: true,
      shown: true,
      cell: ({ book_count }) => number(book_count),
    },
    {
      name: 'unread',
      width: '5rem',
      isNumber: true,
      shown: true,
      cell: ({ unread_count }) =>
        unread_count === null || unread_count === 0 ? '–' : number(unread_count),
    },
    {
      name: 'status',
      width: '6.875rem',
      shown: true,
      cell: ({ status }) => (status === null ? '–' : t(`series:status.${status}`)),
    },
    {
      name: 'publisher',
      width: '9.375rem',
      shown: true,
      cell: ({ publisher }) => publisher ?? '–',
    },
    { name: 'year', width: '4rem', isNumber: true, shown: true, cell: ({ year }) => year ?? '–' },
    { name: 'language', width: '5.625rem', shown: false, cell: ({ language }) => language ?? '–' },
    {
      name: 'pages',
      sort: 'page_count',
      width: '5rem',
      isNumber: true,
      shown: false,
      cell: ({ page_count }) => number(page_count),
    },
    {
      name: 'size',
      sort: 'file_size',
      width: '5.25rem',
      isNumber: true,
      shown: true,
      cell: ({ file_size }) => bytes(file_size),
    },
    {
      name: 'added',
      sort: 'date_added',
      width: '6.5rem',
      shown: true,
      cell: ({ date_added }) => shortDate(date_added),
    },
    {
      name: 'read',
      sort: 'date_read',
      width: '6.5rem',
      shown: false,
      cell: ({ date_read }) => (date_read === null ? '–' : shortDate(date_read)),
    },
  ];
};

/** Columns of the book table after the title. */
export const useBookColumns = (): readonly Column<Book, BookSort>[] => {
  const { number, bytes, shortDate } = useLocale();
  const formatName = useFormatName();
  return [
    {
      name: 'series',
      width: 'minmax(7.5rem, 1.5fr)',
      shown: true,
      cell: (book) => book.series_name,
    },
    {
      name: 'number',
      sort: 'number',
      width: '5rem',
      isNumber: true,
      shown: true,
      cell: (book) => (book.number === null ? '–' : number(book.number)),
    },
    { name: 'state', width: '8.125rem', shown: true, cell: (book) => <BookState book={book} /> },
    {
      name: 'pages',
      sort: 'page_count',
      width: '4.5rem',
      isNumber: true,
      shown: true,
      cell: (book) => number(book.page_count),
    },
    {
      name: 'format',
      width: '4.625rem',
      shown: true,
      cell: (book) => formatName(book.format),
    },
    {
      name: 'size',
      sort: 'file_size',
      width: '5.25rem',
      isNumber: true,
      shown: true,
      cell: (book) => bytes(book.file_size),
    },
    {
      name: 'added',
      sort: 'created_at',
      width: '6.5rem',
      shown: true,
      cell: (book) => shortDate(book.created_at),
    },
    {
      name: 'changed',
      sort: 'modified_at',
      width: '6.5rem',
      shown: false,
      cell: (book) => shortDate(book.modified_at),
    },
  ];
};

/** The pages of an unread book have their own column. */
const BookState = ({ book }: { book: Book }) => {
  const { t } = useTranslation('browse');
  const { text, isNew } = useBookState(book);
  return isNew && book.missing_since === null ? t('column.unread') : text;
};
