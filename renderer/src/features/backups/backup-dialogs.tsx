import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import type { Backup } from '../../../../shared/api/backups.ts';
import { errorMessage } from '../../api/client.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import classes from './backups.module.css';
import { momentOf } from './moment.ts';
import { useDeleteBackup, useRestoreBackup } from './queries.ts';

/** Says what a restore does before it is done. */
export const RestoreDialog = ({
  backup,
  onClose,
  onRestart,
}: {
  backup: Backup;
  onClose: () => void;
  /** The server starts itself anew. */
  onRestart: () => void;
}) => {
  const { t, i18n } = useTranslation(['backups', 'common']);
  const restore = useRestoreBackup();
  const start = () =>
    restore.mutate(backup.name, {
      onSuccess: ({ restarting }) => {
        if (restarting) onRestart();
        onClose();
      },
    });
  return (
    <Dialog
      title={t('restoreTitle', { when: momentOf(backup.created_at, i18n.language) })}
      opened
      onClose={onClose}
    >
      <p>{t('restoreText')}</p>
      <ul className={classes.points}>
        <li>{t('restoreKept')}</li>
        <li>{t('restoreFiles')}</li>
        <li>{t('restoreSignIn')}</li>
      </ul>
      <Failure error={restore.error} />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button color="danger" loading={restore.isPending} onClick={start}>
          {t('restore')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};

/** Asks before a backup goes: that cannot be undone. */
export const DeleteBackupDialog = ({
  backup,
  onClose,
}: {
  backup: Backup;
  onClose: () => void;
}) => {
  const { t, i18n } = useTranslation(['backups', 'common']);
  const remove = useDeleteBackup();
  return (
    <Dialog
      title={t('deleteTitle', { when: momentOf(backup.created_at, i18n.language) })}
      opened
      onClose={onClose}
    >
      <p>{t('deleteText')}</p>
      <Failure error={remove.error} />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button
          color="danger"
          loading={remove.isPending}
          onClick={() => remove.mutate(backup.name, { onSuccess: onClose })}
        >
          {t('delete')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};

const Failure = ({ error }: { error: Error | null }) => {
  const { t } = useTranslation('common');
  if (error === null) return null;
  return (
    <p role="alert" className={classes.error}>
      {errorMessage(error) ?? t('error.unreachable')}
    </p>
  );
};
