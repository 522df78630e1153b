import { useTranslation } from 'react-i18next';

import type { CompactBook } from '../../../../shared/api/book-record.ts';
import type { Layout } from '../../ui/preferences.ts';
import { BookCard } from '../book/book-card.tsx';
import { BookRow } from '../book/book-row.tsx';
import { useBookState } from '../book/use-book-state.ts';
import { bookMark } from './next-book.ts';

interface SeriesBookProps {
  book: CompactBook;
  layout: Layout;
  tabIndex?: 0 | -1;
}

/** A book among those of its series, which its number tells apart where titles begin alike. */
export const SeriesBook = ({ book, layout, tabIndex = 0 }: SeriesBookProps) => {
  const { t } = useTranslation('series');
  const { text } = useBookState(book);
  const mark = bookMark(book);
  const name = mark === null ? '' : t(`mark.${mark.kind}`, { value: mark.value });
  // Alone, so that it is not cut below a small cover.
  const detail = book.error === null ? [name, text].filter(Boolean).join(' · ') : text;
  return layout === 'grid' ? (
    <BookCard book={book} detail={detail} tabIndex={tabIndex} />
  ) : (
    <BookRow book={book} mark={name} tabIndex={tabIndex} />
  );
};
