import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { FullBook } from '../../../../shared/api/books.ts';
import type { ReadingPlace } from '../../../../shared/api/reading-places.ts';
import { useCan } from '../../api/session-store.ts';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { Pager } from '../../ui/lists/pager.tsx';
import { useClientName } from '../../ui/text/use-client-name.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import { RowsState } from '../settings/rows-skeleton.tsx';
import classes from './position-history-dialog.module.css';
import { positionHistoryQuery, useRestorePosition } from './queries.ts';

/** History of positions in a book, each of which can be restored. */
export const PositionHistoryDialog = ({
  book,
  onClose,
}: {
  book: FullBook;
  onClose: () => void;
}) => {
  const { t } = useTranslation('book');
  const [page, setPage] = useState(1);
  const query = useQuery(positionHistoryQuery(book.id, page));
  const { data } = query;
  return (
    <Dialog title={t('places.title')} opened onClose={onClose}>
      <RowsState query={query} rows={4} compact />
      {data?.total === 0 && <p className={classes.none}>{t('places.none')}</p>}
      {data !== undefined && data.total > 0 && (
        <>
          <ul className={classes.list}>
            {data.data.map((position, index) => (
              <PositionRow
                key={position.id}
                position={position}
                isCurrent={
                  page === 1 &&
                  index === 0 &&
                  position.current_page === book.progress?.current_page &&
                  position.is_completed === book.progress.is_completed
                }
                onRestored={onClose}
              />
            ))}
          </ul>
          <Pager page={page} query={query} onPage={setPage} />
        </>
      )}
    </Dialog>
  );
};

const PositionRow = ({
  position,
  isCurrent,
  onRestored,
}: {
  position: ReadingPlace;
  isCurrent: boolean;
  onRestored: () => void;
}) => {
  const { t } = useTranslation(['book', 'common']);
  const { moment } = useLocale();
  const clientName = useClientName();
  const restore = useRestorePosition(position.book_id);
  const canWrite = useCan('progress-write');
  const name = position.is_completed
    ? t('places.finished')
    : t('common:state.pageOf', { page: position.current_page, pages: position.page_count });
  const device = clientName(position.device?.name ?? '');
  return (
    <li className={classes.row}>
      <span className={classes.text}>
        <strong>{name}</strong>
        <span>
          {moment(position.read_at)}
          {device !== '' && ` · ${device}`}
        </span>
      </span>
      {isCurrent ? (
        <span className={classes.here}>{t('places.here')}</span>
      ) : (
        canWrite && (
          <Button
            size="compact-md"
            variant="default"
            loading={restore.isPending}
            aria-label={t('places.restoreOf', { place: name })}
            onClick={() => restore.mutate(position.id, { onSuccess: onRestored })}
          >
            {t('places.restore')}
          </Button>
        )
      )}
    </li>
  );
};
