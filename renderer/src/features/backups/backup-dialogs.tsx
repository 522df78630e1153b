import { useTranslation } from 'react-i18next';

import type { Backup } from '../../../../shared/api/backups.ts';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import classes from './backups.module.css';
import { useDeleteBackup, useRestoreBackup } from './queries.ts';

interface BackupDialogProps {
  backup: Backup;
  onClose: () => void;
}

interface RestoreDialogProps extends BackupDialogProps {
  /** The server restarts. */
  onRestart: () => void;
}

/** Explains and confirms a restore. */
export const RestoreDialog = ({ backup, onClose, onRestart }: RestoreDialogProps) => {
  const { t } = useTranslation('backups');
  const { moment } = useLocale();
  const restore = useRestoreBackup();
  const start = () =>
    restore.mutate(backup.name, {
      onSuccess: ({ restarting }) => {
        if (restarting) onRestart();
        onClose();
      },
    });
  return (
    <ConfirmDialog
      title={t('restoreTitle', { when: moment(backup.created_at) })}
      action={t('restore')}
      change={restore}
      onConfirm={start}
      onClose={onClose}
    >
      <p>{t('restoreText')}</p>
      <ul className={classes.points}>
        <li>{t('restoreKept')}</li>
        <li>{t('restoreFiles')}</li>
        <li>{t('restoreSignIn')}</li>
      </ul>
    </ConfirmDialog>
  );
};

/** Confirms the deletion of a backup, which cannot be undone. */
export const DeleteBackupDialog = ({ backup, onClose }: BackupDialogProps) => {
  const { t } = useTranslation('backups');
  const { moment } = useLocale();
  const remove = useDeleteBackup();
  return (
    <ConfirmDialog
      title={t('deleteTitle', { when: moment(backup.created_at) })}
      action={t('delete')}
      change={remove}
      onConfirm={() => remove.mutate(backup.name, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('deleteText')}</p>
    </ConfirmDialog>
  );
};
