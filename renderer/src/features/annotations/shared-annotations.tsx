import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useCan } from '../../api/session-store.ts';
import { markColors } from '../../readers/epub/engine/book-style.ts';
import { sharedAnnotationsQuery } from '../../readers/shell/queries.ts';
import { Pager } from '../../ui/lists/pager.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import classes from './shared-annotations.module.css';

/** Highlights and notes that others share in a book; nothing without any. */
export const SharedAnnotations = ({ bookId }: { bookId: string }) => {
  const { t } = useTranslation(['book', 'text']);
  const { date } = useLocale();
  const canSee = useCan('progress-read');
  const [page, setPage] = useState(1);
  const query = useQuery({ ...sharedAnnotationsQuery(bookId, page), enabled: canSee });
  const { data } = query;
  if (data === undefined || data.total === 0) return null;
  return (
    <section className={classes.section} aria-label={t('sharedNotes')}>
      <h2 className={classes.heading}>{t('sharedNotes')}</h2>
      <ul className={classes.list}>
        {data.data.map(
          ({ id, text, note, color, username, location, page: pageNumber, created_at }) => (
            <li key={id}>
              <Link
                to="/read/$bookId"
                params={{ bookId }}
                search={location === null ? { page: pageNumber } : { place: location }}
                className={classes.mark}
              >
                {text !== null && (
                  <span
                    className={classes.quote}
                    style={{ '--color': markColors[color ?? ''] } as React.CSSProperties}
                  >
                    {text}
                  </span>
                )}
                {note !== null && note !== '' && <span>{note}</span>}
                <small>
                  {[username, t('text:pageNumber', { page: pageNumber }), date(created_at)].join(
                    ' · ',
                  )}
                </small>
              </Link>
            </li>
          ),
        )}
      </ul>
      <Pager page={page} query={query} onPage={setPage} />
    </section>
  );
};
