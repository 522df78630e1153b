import { Button, Select, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { createApiKey } from '../../../../shared/api/api-keys.ts';
import { dayMs } from '../../../../shared/durations.ts';
import { readingPermissions, type Permission } from '../../../../shared/permissions.ts';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { useUser } from '../../api/session-store.ts';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { DialogForm } from '../../ui/feedback/dialog-form.tsx';
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx';
import { PermissionChoice } from '../people/permission-choice.tsx';
import classes from './account.module.css';
import { couldChange } from './apps-section.tsx';

/** Lifetime of a key in days. */
const lifetimes = ['never', '30', '90', '365'] as const;
type Lifetime = (typeof lifetimes)[number];

const endOf = (lifetime: Lifetime): string | null =>
  lifetime === 'never' ? null : new Date(Date.now() + Number(lifetime) * dayMs).toISOString();

/** Creates a key with a name and permissions, then shows it once. */
export const NewKeyDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('account');
  const own = useUser()?.permissions ?? [];
  const [name, setName] = useState('');
  const [lifetime, setLifetime] = useState<Lifetime>('never');
  const [permissions, setPermissions] = useState<Permission[]>(
    readingPermissions.filter((permission) => own.includes(permission)),
  );
  const [appsCanChange, setAppsCanChange] = useState(false);
  const create = useChange([['api-keys']], () =>
    api.call(createApiKey, {
      body: {
        name: name.trim(),
        permissions,
        expires_at: endOf(lifetime),
        apps_can_change: appsCanChange && couldChange(permissions),
      },
    }),
  );

  if (create.data !== undefined) {
    return (
      <Dialog title={t('created.title')} opened onClose={onClose}>
        <div className={classes.dialog}>
          <p>{t('created.text')}</p>
          <p className={classes.key}>{create.data.key}</p>
          <div>
            <CopyButton text={create.data.key} what={t('created.key')} />
          </div>
        </div>
        <DialogActions>
          <Button onClick={onClose}>{t('created.done')}</Button>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <Dialog title={t('keys.create')} opened onClose={onClose} size={620}>
      <DialogForm
        action={t('new.create')}
        change={create}
        disabled={name.trim() === '' || permissions.length === 0}
        onSubmit={() => create.mutate(undefined)}
        onCancel={onClose}
      >
        <TextInput
          label={t('new.name')}
          description={t('new.nameText')}
          maxLength={255}
          data-autofocus
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Select
          label={t('new.expires')}
          allowDeselect={false}
          data={lifetimes.map((value) => ({ value, label: t(`new.lifetimes.${value}`) }))}
          value={lifetime}
          onChange={(value) => value !== null && setLifetime(value)}
        />
        <PermissionChoice
          label={t('new.permissions')}
          value={permissions}
          onChange={setPermissions}
          allowed={own}
        />
        {couldChange(permissions) && (
          <Switch
            label={t('apps.label')}
            description={t('apps.short')}
            checked={appsCanChange}
            onChange={({ currentTarget }) => setAppsCanChange(currentTarget.checked)}
          />
        )}
      </DialogForm>
    </Dialog>
  );
};
