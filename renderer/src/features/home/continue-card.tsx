import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import type { Book } from '../../../../shared/api/book-record.ts';
import { useBookCover } from '../../api/cover-versions.ts';
import { Cover } from '../../ui/cover.tsx';
import { useLocale } from '../../ui/use-locale.ts';
import classes from './continue-card.module.css';

/** A book being read: one click goes on at its page. */
export const ContinueCard = ({ book }: { book: Book }) => {
  const { t } = useTranslation();
  const { ago } = useLocale();
  const fraction = book.progress?.percentage ?? 0;
  return (
    <Link to="/read/$bookId" params={{ bookId: book.id }} className={classes.card}>
      <span className={classes.cover}>
        <Cover src={useBookCover(book.id)} title={book.title} />
      </span>
      <span className={classes.text}>
        <span className={classes.title}>{book.title}</span>
        {book.series_name !== book.title && (
          <span className={classes.series}>{book.series_name}</span>
        )}
        <span className={classes.foot}>
          {book.progress !== null && <span>{ago(book.progress.updated_at)}</span>}
          <span className={classes.page}>
            {t('state.pageOf', { page: book.progress?.current_page ?? 1, pages: book.page_count })}
          </span>
          <span className={classes.bar}>
            <span style={{ transform: `scaleX(${String(fraction)})` }} />
          </span>
        </span>
      </span>
    </Link>
  );
};
