import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { User } from '../../../../shared/api/users.ts';
import { useCan } from '../../api/session-store.ts';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { Pager } from '../../ui/lists/pager.tsx';
import { RowsState } from '../settings/rows-skeleton.tsx';
import { SignIns } from '../account/sign-ins.tsx';
import { ServerSettings } from '../settings/server-settings.tsx';
import { SettingsBody } from '../settings/settings-body.tsx';
import { SingleSignOnSettings } from '../single-sign-on/single-sign-on-settings.tsx';
import settings from '../settings/settings-page.module.css';
import { PersonDialog } from './person-dialog.tsx';
import { PersonRow } from './person-row.tsx';
import { useDeleteUser, usersQuery } from './queries.ts';

type Asking = { what: 'create' } | { what: 'edit' | 'delete'; user: User } | null;

/** All users with their roles, and how people sign in. */
export const PeoplePage = () => {
  const { t } = useTranslation('people');
  const [page, setPage] = useState(1);
  const [asking, setAsking] = useState<Asking>(null);
  const query = useQuery(usersQuery(page));
  const { data } = query;
  const canWrite = useCan('users-write');
  const isAdmin = useCan('system-admin');
  const close = () => setAsking(null);

  return (
    <SettingsBody
      section="people"
      aside={
        canWrite && (
          <Button
            leftSection={<IconUserPlus size={16} />}
            onClick={() => setAsking({ what: 'create' })}
          >
            {t('add')}
          </Button>
        )
      }
    >
      <section className={settings.section} aria-label={t('list')}>
        <RowsState query={query} rows={3} compact />
        {data !== undefined && (
          <ul className={settings.card}>
            {data.data.map((user) => (
              <PersonRow
                key={user.id}
                user={user}
                onEdit={() => setAsking({ what: 'edit', user })}
                onDelete={() => setAsking({ what: 'delete', user })}
              />
            ))}
          </ul>
        )}
        <Pager page={page} query={query} onPage={setPage} />
      </section>
      <ServerSettings section="people" />
      {isAdmin && <SingleSignOnSettings />}
      {isAdmin && <SignIns ofAll />}
      {asking?.what === 'create' && <PersonDialog user={null} onClose={close} />}
      {asking?.what === 'edit' && <PersonDialog user={asking.user} onClose={close} />}
      {asking?.what === 'delete' && <DeletePersonDialog user={asking.user} onClose={close} />}
    </SettingsBody>
  );
};

/** Confirms the deletion of a user and their data, which cannot be undone. */
const DeletePersonDialog = ({ user, onClose }: { user: User; onClose: () => void }) => {
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
