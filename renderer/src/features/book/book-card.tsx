import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';

import type { Book, CompactBook } from '../../../../shared/api/book-record.ts';
import { useBookCover } from '../../api/cover-versions.ts';
import { useCan } from '../../api/session-store.ts';
import { CoverCard } from '../../ui/cover/cover-card.tsx';
import { useUnreadMark } from '../../ui/cover/use-unread-mark.ts';
import { isShelvedByBook } from './shelved-by-book.ts';
import { useBookState } from './use-book-state.ts';

/** The parts of a book that its card or row shows. */
export type CardBook = CompactBook & Partial<Pick<Book, 'series_name'>>;

interface BookCardProps {
  book: CardBook;
  /** Shows the writers of a text or the series below the title, for lists of several series. */
  showSeries?: boolean;
  /** The line below the title, in place of the usual one. */
  detail?: string;
  tabIndex?: 0 | -1;
}

/** Memoized, because scrolling a grid renders hundreds of cards. */
export const BookCard = memo(function BookCard({
  book,
  showSeries = false,
  detail,
  tabIndex = 0,
}: BookCardProps) {
  const { t } = useTranslation();
  const tracksProgress = useCan('progress-read');
  const { text, fraction, isNew } = useBookState(book);
  const isMarked = useUnreadMark(book.created_at);
  const writers = isShelvedByBook(book) ? book.writers.join(', ') : '';
  const series = book.series_name === book.title ? undefined : book.series_name;
  const named = showSeries && book.error === null ? writers || series : undefined;
  return (
    <Link to="/book/$bookId" params={{ bookId: book.id }} tabIndex={tabIndex}>
      <CoverCard
        cover={useBookCover(book)}
        title={book.title}
        author={book.writers.join(', ')}
        ratio={book.cover_ratio}
        detail={detail ?? named ?? text}
        unread={tracksProgress && isNew && isMarked ? 'new' : undefined}
        unreadLabel={t('state.unread')}
        progress={fraction ?? undefined}
        done={book.progress?.is_completed ?? false}
        broken={book.error !== null}
      />
    </Link>
  );
});
