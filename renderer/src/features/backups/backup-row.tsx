import { ActionIcon, Button } from '@mantine/core';
import { IconDatabase, IconDownload, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { getBackupFile, type Backup } from '../../../../shared/api/backups.ts';
import { serverUrl } from '../../api/base-path.ts';
import { ItemRow, RowAction } from '../../ui/lists/item-row.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import classes from './backups.module.css';

interface BackupRowProps {
  backup: Backup;
  onRestore: () => void;
  onDelete: () => void;
}

/** A backup: time, reason, and its actions. */
export const BackupRow = ({ backup, onRestore, onDelete }: BackupRowProps) => {
  const { t } = useTranslation('backups');
  const { ago, bytes, moment } = useLocale();
  const { name, created_at: created, problem } = backup;
  const when = moment(created);
  return (
    <ItemRow
      mark={<IconDatabase size={22} stroke={1.5} />}
      title={when}
      details={[
        [t(`reason.${backup.reason}`), ago(created), bytes(backup.file_size)].join(' · '),
        problem === null ? null : <span className={classes.problem}>{problem}</span>,
      ]}
      actions={
        <div className={classes.actions}>
          <Button
            size="compact-md"
            variant="default"
            disabled={problem !== null}
            aria-label={t('restoreOf', { when })}
            onClick={onRestore}
          >
            {t('restore')}
          </Button>
          <ActionIcon
            component="a"
            href={serverUrl(getBackupFile, { params: { name } })}
            download={name}
            size={40}
            aria-label={t('downloadOf', { when })}
            title={t('downloadOf', { when })}
          >
            <IconDownload size={18} stroke={1.6} />
          </ActionIcon>
          <RowAction
            label={t('deleteOf', { when })}
            icon={<IconTrash size={18} stroke={1.6} />}
            onClick={onDelete}
          />
        </div>
      }
    />
  );
};
