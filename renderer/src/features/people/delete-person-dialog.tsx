import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import type { User } from '../../../../shared/api/users.ts';
import { errorMessage } from '../../api/client.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { useDeleteUser } from './queries.ts';

/** Asks before somebody goes with everything that was read: that cannot be undone. */
export const DeletePersonDialog = ({ user, onClose }: { user: User; onClose: () => void }) => {
  const { t } = useTranslation(['people', 'common']);
  const remove = useDeleteUser();
  return (
    <Dialog title={t('delete.title', { name: user.username })} opened onClose={onClose}>
      <p>{t('delete.text')}</p>
      {remove.error !== null && (
        <p role="alert">{errorMessage(remove.error) ?? t('common:error.unreachable')}</p>
      )}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button
          color="danger"
          loading={remove.isPending}
          onClick={() => remove.mutate(user.id, { onSuccess: onClose })}
        >
          {t('delete.action')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
