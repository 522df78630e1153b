import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { listRecentlyReadBooks } from '../../../../shared/api/books.ts';
import { api } from '../../api/client.ts';
import { Pager } from '../../ui/lists/pager.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import classes from './stats.module.css';

const pageSize = 20;

/** Recently read books with the day of completion. */
export const RecentBooks = () => {
  const { t } = useTranslation('stats');
  const { date } = useLocale();
  const [page, setPage] = useState(1);
  const query = useQuery({
    queryKey: ['books', 'page', 'recently-read', page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.call(listRecentlyReadBooks, { query: { page, pageSize }, signal }),
  });
  const { data } = query;
  if (data === undefined || data.total === 0) return null;
  return (
    <section className={classes.section} data-wide aria-label={t('recent')}>
      <h2>{t('recent')}</h2>
      <ol className={classes.finished}>
        {data.data.map((book) => (
          <li key={book.id}>
            <Link to="/book/$bookId" params={{ bookId: book.id }}>
              <strong>{book.title}</strong>
              {book.series_name !== book.title && <span>{book.series_name}</span>}
            </Link>
            <time>
              {typeof book.progress?.completed_at !== 'string'
                ? t('unfinished')
                : t('finished', { date: date(book.progress.completed_at) })}
            </time>
          </li>
        ))}
      </ol>
      <Pager page={page} query={query} onPage={setPage} />
    </section>
  );
};
