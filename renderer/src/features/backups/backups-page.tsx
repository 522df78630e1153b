import { Button, FileButton } from '@mantine/core';
import { IconDatabase, IconPlus, IconUpload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Backup } from '../../../../shared/api/backups.ts';
import { errorText } from '../../ui/feedback/error-text.ts';
import { useTranslateServerMessage } from '../../ui/feedback/translate-server-message.ts';
import { reportFailure } from '../../ui/feedback/notify.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { RowsState } from '../settings/rows-skeleton.tsx';
import { ServerSettings } from '../settings/server-settings.tsx';
import { SettingsBody } from '../settings/settings-body.tsx';
import settings from '../settings/settings-page.module.css';
import { DeleteBackupDialog, RestoreDialog } from './backup-dialogs.tsx';
import { BackupRow } from './backup-row.tsx';
import classes from './backups.module.css';
import { BackupsState } from './backups-state.tsx';
import { taskQuery } from '../tasks/queries.ts';
import { backupsQuery, useCreateBackup, useUploadBackup } from './queries.ts';

type Asking = { what: 'restore' | 'delete'; backup: Backup } | null;

/** Creates, lists and restores backups. */
export const BackupsPage = () => {
  const { t } = useTranslation(['backups', 'common']);
  const client = useQueryClient();
  const query = useQuery(backupsQuery());
  const { data } = query;
  const [asking, setAsking] = useState<Asking>(null);
  const [restarting, setRestarting] = useState(false);
  const [taskId, setTaskId] = useState<string | null>(null);
  const sentence = useTranslateServerMessage();
  const { data: task } = useQuery(taskQuery(taskId));
  const create = useCreateBackup();
  const upload = useUploadBackup();
  const writing = create.isPending || (taskId !== null && (task?.completed_at ?? null) === null);
  const ended = task?.completed_at ?? null;
  const close = () => setAsking(null);

  useEffect(() => {
    if (ended !== null) void client.invalidateQueries({ queryKey: backupsQuery().queryKey });
  }, [client, ended]);

  const write = () =>
    create.mutate(undefined, {
      onSuccess: ({ task_id }) => setTaskId(task_id),
      onError: reportFailure,
    });
  const uploadProblem =
    upload.error === null ? null : (errorText(upload.error) ?? t('common:error.unreachable'));
  const problem = typeof task?.error === 'string' ? sentence(task.error) : uploadProblem;

  return (
    <SettingsBody
      section="backups"
      aside={
        <div className={classes.tools}>
          <FileButton
            accept=".db,application/vnd.sqlite3"
            inputProps={{ 'aria-label': t('upload') }}
            onChange={(file) => file !== null && upload.mutate(file)}
          >
            {(props) => (
              <Button
                {...props}
                variant="default"
                loading={upload.isPending}
                leftSection={<IconUpload size={15} />}
              >
                {t('upload')}
              </Button>
            )}
          </FileButton>
          <Button loading={writing} leftSection={<IconPlus size={15} />} onClick={write}>
            {t('create')}
          </Button>
        </div>
      }
    >
      <p className={settings.intro}>{t('intro')}</p>
      {problem !== null && (
        <p role="alert" className={classes.error}>
          {problem}
        </p>
      )}
      <section className={settings.section} aria-label={t('list')}>
        <RowsState query={query} rows={3} compact />
        {data?.length === 0 && (
          <EmptyState compact icon={<IconDatabase stroke={1.25} />} title={t('none')}>
            {t('noneText')}
          </EmptyState>
        )}
        {data !== undefined && data.length > 0 && (
          <ul className={settings.card}>
            {data.map((backup) => (
              <BackupRow
                key={backup.name}
                backup={backup}
                onRestore={() => setAsking({ what: 'restore', backup })}
                onDelete={() => setAsking({ what: 'delete', backup })}
              />
            ))}
          </ul>
        )}
        <BackupsState restarting={restarting} />
      </section>
      <ServerSettings section="backups" />
      {asking?.what === 'restore' && (
        <RestoreDialog
          backup={asking.backup}
          onClose={close}
          onRestart={() => setRestarting(true)}
        />
      )}
      {asking?.what === 'delete' && <DeleteBackupDialog backup={asking.backup} onClose={close} />}
    </SettingsBody>
  );
};
