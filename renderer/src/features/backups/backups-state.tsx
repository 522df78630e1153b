import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { Banner } from '../../ui/feedback/banner.tsx';
import { QueryState } from '../../ui/feedback/empty-state.tsx';
import { reportFailure } from '../../ui/feedback/notify.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import classes from './backups.module.css';
import { backupStateQuery, useCancelRestore } from './queries.ts';

/** Backup folder, next scheduled backup, and a restore in progress. */
export const BackupsState = ({ restarting }: { restarting: boolean }) => {
  const { t } = useTranslation('backups');
  const { moment } = useLocale();
  const query = useQuery(backupStateQuery(restarting));
  const { data } = query;
  const cancel = useCancelRestore();
  if (restarting) {
    return (
      <Banner title={t('restarting')} icon={<IconRefresh size={20} />}>
        {t('restartingText')}
      </Banner>
    );
  }
  if (data === undefined)
    return <QueryState query={query} placeholder={<span data-awaited />} compact />;
  return (
    <>
      {data.pending_restore !== null && (
        <Banner
          title={t('pending')}
          icon={<IconRefresh size={20} />}
          action={
            <Button
              size="compact-md"
              variant="default"
              loading={cancel.isPending}
              onClick={() => cancel.mutate(undefined, { onError: reportFailure })}
            >
              {t('callOff')}
            </Button>
          }
        >
          {t('pendingText')}
        </Banner>
      )}
      <p className={classes.facts}>
        {data.next_at === null ? t('noSchedule') : t('next', { when: moment(data.next_at) })}{' '}
        {t('folder', { folder: data.folder })}
      </p>
    </>
  );
};
