import { ActionIcon, Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Reading } from '../../../../shared/api/readings.ts';
import { useCan } from '../../api/session-store.ts';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx';
import { Pager } from '../../ui/lists/pager.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import classes from '../reading-positions/position-history-dialog.module.css';
import { RowsState } from '../settings/rows-skeleton.tsx';
import { readingsQuery, useClearReadings, useDeleteReading } from './queries.ts';

interface ReadingsDialogProps {
  bookId: string;
  onClose: () => void;
}

/** The readings of a book with their dates; each can be deleted, or all. */
export const ReadingsDialog = ({ bookId, onClose }: ReadingsDialogProps) => {
  const { t } = useTranslation('book');
  const [page, setPage] = useState(1);
  const [isClearing, setClearing] = useState(false);
  const query = useQuery(readingsQuery(bookId, page));
  const clear = useClearReadings(bookId);
  const canWrite = useCan('progress-write');
  const { data } = query;
  if (isClearing) {
    return (
      <ConfirmDialog
        title={t('readings.clear')}
        action={t('readings.clear')}
        change={clear}
        onConfirm={() => clear.mutate(undefined, { onSuccess: onClose })}
        onClose={() => setClearing(false)}
      >
        <p>{t('readings.clearText')}</p>
      </ConfirmDialog>
    );
  }
  return (
    <Dialog title={t('readings.title')} opened onClose={onClose}>
      <RowsState query={query} rows={3} compact />
      {data?.total === 0 && <p className={classes.none}>{t('readings.none')}</p>}
      {data !== undefined && data.total > 0 && (
        <>
          <ul className={classes.list}>
            {data.data.map((reading) => (
              <ReadingRow key={reading.id} bookId={bookId} reading={reading} />
            ))}
          </ul>
          <Pager page={page} query={query} onPage={setPage} />
          {canWrite && (
            <DialogActions>
              <Button variant="default" onClick={() => setClearing(true)}>
                {t('readings.clear')}
              </Button>
            </DialogActions>
          )}
        </>
      )}
    </Dialog>
  );
};

const ReadingRow = ({ bookId, reading }: { bookId: string; reading: Reading }) => {
  const { t } = useTranslation('book');
  const { date, duration } = useLocale();
  const remove = useDeleteReading(bookId);
  const canWrite = useCan('progress-write');
  const { started_at, finished_at, pages, seconds } = reading;
  const name =
    finished_at === null
      ? t('readings.since', { date: date(started_at) })
      : t('readings.finished', { date: date(finished_at) });
  const facts = [
    pages === 0 ? t('readings.marked') : t('readings.began', { date: date(started_at) }),
    pages === 0 ? null : t('readings.pages', { count: pages }),
    seconds === 0 ? null : duration(seconds * 1000),
  ];
  return (
    <li className={classes.row}>
      <span className={classes.text}>
        <strong>{name}</strong>
        <span>{facts.filter((fact) => fact !== null).join(' · ')}</span>
      </span>
      {canWrite && (
        <ActionIcon
          aria-label={t('readings.delete', { reading: name })}
          loading={remove.isPending}
          onClick={() => remove.mutate(reading.id)}
        >
          <IconTrash size={17} />
        </ActionIcon>
      )}
    </li>
  );
};
