import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { useBookCover } from '../../api/cover-versions.ts';
import { CoverLine } from '../../ui/cover/cover-line.tsx';
import { useUnreadMark } from '../../ui/cover/use-unread-mark.ts';
import { useTranslateServerMessage } from '../../ui/feedback/translate-server-message.ts';
import { useFormatName } from '../../ui/text/use-format-name.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import { ReadBar } from '../../ui/cover/read-bar.tsx';
import type { CardBook } from './book-card.tsx';
import classes from './book-row.module.css';
import { useBookState } from './use-book-state.ts';

interface BookRowProps {
  book: CardBook;
  /** Names the series, for lists of several. */
  showSeries?: boolean;
  /** The number in the series, for lists of one. */
  mark?: string;
  tabIndex?: 0 | -1;
}

/** A book as a list row; an unreadable file shows the reason. */
export const BookRow = ({ book, showSeries = false, mark = '', tabIndex = 0 }: BookRowProps) => {
  const { t } = useTranslation();
  const { bytes } = useLocale();
  const { text, fraction, isNew } = useBookState(book);
  const isMarked = useUnreadMark(book.created_at);
  const writers = book.writers.join(', ');
  const sentence = useTranslateServerMessage();
  const formatName = useFormatName();
  return (
    <Link
      to="/book/$bookId"
      params={{ bookId: book.id }}
      className={classes.row}
      tabIndex={tabIndex}
    >
      <CoverLine
        cover={useBookCover(book)}
        ratio={book.cover_ratio}
        isBroken={book.error !== null}
        title={book.title}
        detail={
          book.error !== null
            ? t('state.brokenBecause', { cause: sentence(book.error) })
            : [mark, showSeries && book.series_name !== book.title && book.series_name, text]
                .filter(Boolean)
                .join(' · ')
        }
      />
      {writers && <span className={classes.by}>{writers}</span>}
      <span className={classes.state}>
        {fraction !== null && <ReadBar fraction={fraction} className={classes.bar} />}
        {isNew && isMarked && (
          <span className={classes.dot} role="img" aria-label={t('state.unread')} />
        )}
      </span>
      <span className={classes.size}>
        {formatName(book.format)} · {bytes(book.file_size)}
      </span>
    </Link>
  );
};
