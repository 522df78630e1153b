import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { SharedAnnotation } from '../../../../shared/api/annotations.ts';
import { Pager } from '../../ui/lists/pager.tsx';
import { MarkText } from './mark-text.tsx';
import { sharedAnnotationsQuery } from './queries.ts';
import classes from './shell.module.css';

interface SharedMarksProps {
  bookId: string;
  onGo: (mark: SharedAnnotation) => void;
}

/** Highlights and notes that others share, in the list of annotations; nothing without any. */
export const SharedMarks = ({ bookId, onGo }: SharedMarksProps) => {
  const { t } = useTranslation('text');
  const [page, setPage] = useState(1);
  const query = useQuery(sharedAnnotationsQuery(bookId, page));
  const { data } = query;
  if (data === undefined || data.total === 0) return null;
  return (
    <section aria-label={t('marks.others')}>
      <h3 className={classes.others}>{t('marks.others')}</h3>
      <ul className={classes.list}>
        {data.data.map((mark) => (
          <li key={mark.id} className={classes.entry}>
            <button type="button" onClick={() => onGo(mark)}>
              <MarkText mark={mark} />
              <small>{[mark.username, t('pageNumber', { page: mark.page })].join(' · ')}</small>
            </button>
          </li>
        ))}
      </ul>
      <Pager page={page} query={query} onPage={setPage} />
    </section>
  );
};
