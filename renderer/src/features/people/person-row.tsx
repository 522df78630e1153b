import { ActionIcon } from '@mantine/core';
import { IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import type { User } from '../../../../shared/api/users.ts';
import { useCan, useUser } from '../../api/session-store.ts';
import { setViewedPerson } from '../../api/view-as.ts';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { SavingSwitch } from '../../ui/controls/saving-switch.tsx';
import { reportFailure } from '../../ui/feedback/notify.ts';
import { offerUndo } from '../../ui/feedback/undo.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import classes from './people.module.css';
import { useUpdateUser } from './queries.ts';

interface PersonRowProps {
  user: User;
  onEdit: () => void;
  onDelete: () => void;
}

/** A user with role and last visit, and a switch to disable the account. */
export const PersonRow = ({ user, onEdit, onDelete }: PersonRowProps) => {
  const { t } = useTranslation('people');
  const { ago } = useLocale();
  const self = useUser()?.id === user.id;
  const canWrite = useCan('users-write');
  const canDelete = useCan('users-delete');
  const update = useUpdateUser();
  const { id, username: name, last_login_at: seen } = user;

  const viewAs = () => {
    setViewedPerson({ id, name });
    // Nothing that was loaded before stays.
    location.assign('/');
  };
  const accessText = useAccessText(user);

  const activate = (is_active: boolean) =>
    update.mutateAsync(
      { id, is_active },
      {
        onError: reportFailure,
        onSuccess: () =>
          offerUndo({
            text: t(is_active ? 'activated' : 'deactivated', { name }),
            undo: () => update.mutateAsync({ id, is_active: !is_active }),
          }),
      },
    );

  return (
    <li className={classes.person} data-inactive={!user.is_active || undefined}>
      <span className={classes.initial} aria-hidden>
        {name.slice(0, 1).toUpperCase()}
      </span>
      <div className={classes.about}>
        <strong>
          {name}
          {self && <span className={classes.badge}>{t('you')}</span>}
        </strong>
        <p>
          {[
            t(`roles.${user.role}`),
            user.permissions.length > 0 && t('extra', { count: user.permissions.length }),
            ...accessText,
            user.email,
            seen === null ? t('neverSeen') : t('seen', { ago: ago(seen) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {user.verification_pending && <p>{t('unverified')}</p>}
        {user.verification_link !== null && (
          <p className={classes.verify}>
            {t('verifyLink')} <CopyButton text={user.verification_link} what={t('verifyLink')} />
          </p>
        )}
      </div>
      <div className={classes.actions}>
        {canWrite && !self && (
          <SavingSwitch
            checked={user.is_active}
            aria-label={t('active', { name })}
            onSave={activate}
          />
        )}
        {canWrite && !self && user.role !== 'admin' && (
          <ActionIcon size={38} aria-label={t('viewAs.of', { name })} onClick={viewAs}>
            <IconEye size={18} stroke={1.6} />
          </ActionIcon>
        )}
        {canWrite && (
          <ActionIcon size={38} aria-label={t('edit.of', { name })} onClick={onEdit}>
            <IconPencil size={18} stroke={1.6} />
          </ActionIcon>
        )}
        {canDelete && !self && (
          <ActionIcon size={38} aria-label={t('delete.of', { name })} onClick={onDelete}>
            <IconTrash size={18} stroke={1.6} />
          </ActionIcon>
        )}
      </div>
    </li>
  );
};

/** Summary of the person's restrictions. */
const useAccessText = ({ restrictions, can_download }: User): string[] => {
  const { t } = useTranslation('people');
  const parts: string[] = [];
  if (restrictions !== null) {
    const { library_ids, max_age, allowed_labels, denied_labels } = restrictions;
    if (library_ids !== null) parts.push(t('access.inLibraries', { count: library_ids.length }));
    if (max_age !== null) parts.push(t('access.upTo', { age: max_age }));
    if (allowed_labels.length + denied_labels.length > 0) parts.push(t('access.byLabels'));
  }
  if (!can_download) parts.push(t('access.noDownload'));
  return parts;
};
