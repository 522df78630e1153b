import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import type { Book } from '../../../../shared/api/book-record.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import classes from './series-books.module.css';

/** The user's reading history in a series, newest first. */
export const SeriesActivity = ({ books }: { books: readonly Book[] }) => {
  const { t } = useTranslation('series');
  const { ago, date } = useLocale();
  const read = books
    .flatMap(({ progress, ...book }) => (progress === null ? [] : [{ book, progress }]))
    .sort((a, b) => b.progress.updated_at.localeCompare(a.progress.updated_at));
  return (
    <ul className={classes.list}>
      {read.map(({ book, progress }) => (
        <li key={book.id} className={classes.activity}>
          <Link to="/book/$bookId" params={{ bookId: book.id }}>
            {book.title}
          </Link>
          <span>
            {progress.completed_at === null
              ? t('activity.page', { page: progress.current_page, pages: progress.page_count })
              : t('activity.finished', { date: date(progress.completed_at) })}
          </span>
          <time dateTime={progress.updated_at}>{ago(progress.updated_at)}</time>
        </li>
      ))}
    </ul>
  );
};
