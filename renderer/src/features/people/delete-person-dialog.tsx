import { useTranslation } from 'react-i18next';

import type { User } from '../../../../shared/api/users.ts';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { useDeleteUser } from './queries.ts';

/** Confirms the deletion of a user and their data, which cannot be undone. */
export const DeletePersonDialog = ({ user, onClose }: { user: User; onClose: () => void }) => {
  const { t } = useTranslation('people');
  const remove = useDeleteUser();
  return (
    <ConfirmDialog
      title={t('delete.title', { name: user.username })}
      action={t('delete.action')}
      change={remove}
      onConfirm={() => remove.mutate(user.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('delete.text')}</p>
    </ConfirmDialog>
  );
};
