import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { undoOrganiseChange, type OrganiseChangeRecord } from '../../../../shared/api/organise.ts';
import { seriesStrategies } from '../../../../shared/api/libraries.ts';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { reportFailure } from '../../ui/feedback/notify.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import { RowsState } from '../settings/rows-skeleton.tsx';
import classes from './history-dialog.module.css';
import shared from './organise.module.css';
import { changesQuery, organisedKeys } from './queries.ts';

interface HistoryDialogProps {
  libraryId: string;
  opened: boolean;
  onClose: () => void;
}

/** Past changes, each with Undo. */
export const HistoryDialog = ({ libraryId, opened, onClose }: HistoryDialogProps) => {
  const { t } = useTranslation('organise');
  return (
    <Dialog title={t('history.title')} opened={opened} onClose={onClose} size={560}>
      {opened && <History libraryId={libraryId} />}
    </Dialog>
  );
};

const History = ({ libraryId }: { libraryId: string }) => {
  const { t } = useTranslation('organise');
  const query = useQuery(changesQuery(libraryId));
  const { data } = query;
  if (!data) return <RowsState query={query} rows={3} compact />;
  if (data.total === 0) return <p>{t('history.none')}</p>;
  return (
    <ul className={classes.history}>
      {data.data.map((change) => (
        <ChangeRow key={change.id} change={change} />
      ))}
    </ul>
  );
};

const ChangeRow = ({ change }: { change: OrganiseChangeRecord }) => {
  const { t } = useTranslation('organise');
  const { moment } = useLocale();
  const undo = useChange(
    organisedKeys,
    () => api.call(undoOrganiseChange, { params: { id: change.id } }),
    reportFailure,
  );
  const sentences = change.summary.actions.map(({ action, book_count: count, to: target }) => {
    const strategy = seriesStrategies.find((candidate) => candidate === target);
    const text = t(`history.${action}`, { count, to: target ?? '' });
    return strategy ? `${text} (${t(`strategy.${strategy}`)})` : text;
  });
  return (
    <li>
      <div>
        <strong>{sentences.join(' · ')}</strong>
        <span>
          {[moment(change.created_at), change.username].filter((part) => part !== null).join(' · ')}
        </span>
      </div>
      {change.undone_at === null ? (
        <Button
          variant="default"
          size="compact-md"
          loading={undo.isPending}
          aria-label={`${t('history.undo')}: ${sentences.join(' · ')}`}
          onClick={() => undo.mutate()}
        >
          {t('history.undo')}
        </Button>
      ) : (
        <span className={shared.quiet}>{t('history.undone')}</span>
      )}
    </li>
  );
};
