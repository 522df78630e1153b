import { PasswordInput, SegmentedControl, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import type { User } from '../../../../shared/api/users.ts';
import {
  rolePermissions,
  roles,
  type Permission,
  type Role,
} from '../../../../shared/permissions.ts';
import { useSession } from '../../api/session-store.ts';
import { DialogForm } from '../../ui/feedback/dialog-form.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { emailField, newPasswordField, usernameField } from '../../ui/controls/sign-in-fields.ts';
import { accessOf, isAge, restrictionsOf, type Access } from './access.ts';
import { AccessFields } from './access-fields.tsx';
import classes from './people.module.css';
import { PermissionChoice } from './permission-choice.tsx';
import { PersonAccess } from './person-access.tsx';
import { useCreateUser, useUpdateUser } from './queries.ts';

interface Fields {
  username: string;
  email: string;
  /** Empty keeps the current password. */
  password: string;
  role: Role;
  permissions: Permission[];
  access: Access;
}

const noPermissions: Permission[] = [];

/** Creates or edits a user: name, password, role, extra permissions, and what they can see. */
export const PersonDialog = ({ user, onClose }: { user: User | null; onClose: () => void }) => {
  const { t } = useTranslation(['people', 'setup']);
  const create = useCreateUser();
  const update = useUpdateUser();
  const form = useForm<Fields>({
    defaultValues: {
      username: user?.username ?? '',
      email: user?.email ?? '',
      password: '',
      role: user?.role ?? 'reader',
      permissions: user?.permissions ?? [],
      access: accessOf(user),
    },
  });
  const { errors } = form.formState;
  const role = useWatch({ control: form.control, name: 'role' });
  const own = useSession((session) =>
    session.status === 'signed-in' ? session.user.permissions : noPermissions,
  );

  const save = useMutation({
    mutationFn: ({ email, password, access, ...fields }: Fields) => {
      const body = {
        ...fields,
        email: email.trim() === '' ? null : email.trim(),
        // An admin has neither.
        ...(fields.role === 'admin'
          ? {}
          : { can_download: access.can_download, restrictions: restrictionsOf(access) }),
      };
      if (user === null) return create.mutateAsync({ ...body, password });
      return update.mutateAsync({ id: user.id, ...body, ...(password === '' ? {} : { password }) });
    },
    onSuccess: onClose,
  });

  return (
    <Dialog
      title={user === null ? t('add') : t('edit.title', { name: user.username })}
      opened
      onClose={onClose}
      size={620}
    >
      <DialogForm
        action={t(user === null ? 'create' : 'save')}
        change={save}
        onSubmit={form.handleSubmit((fields) => save.mutate(fields))}
        onCancel={onClose}
      >
        <TextInput
          label={t('setup:owner.username')}
          {...usernameField}
          // The browser would fill in the administrator's own name.
          autoComplete="off"
          data-autofocus
          {...form.register('username', { required: t('setup:owner.usernameMissing') })}
          error={errors.username?.message}
        />
        <TextInput
          label={t('email')}
          description={t('emailText')}
          {...emailField}
          autoComplete="off"
          {...form.register('email')}
        />
        <PasswordInput
          label={t(user === null ? 'password' : 'newPassword')}
          description={t(user === null ? 'passwordText' : 'newPasswordText')}
          {...newPasswordField}
          visibilityToggleButtonProps={{ 'aria-label': t('setup:owner.showPassword') }}
          {...form.register('password', {
            validate: (value) =>
              (value === '' && user !== null) || value.length >= 8 || t('passwordText'),
          })}
          error={errors.password?.message}
        />
        <Controller
          control={form.control}
          name="role"
          render={({ field }) => (
            <div>
              <SegmentedControl
                fullWidth
                aria-label={t('role')}
                value={field.value}
                onChange={(value) => field.onChange(value)}
                data={roles.map((value) => ({ value, label: t(`roles.${value}`) }))}
              />
              <p className={classes.hint}>{t(`roleText.${field.value}`)}</p>
            </div>
          )}
        />
        {role !== 'admin' && (
          <details className={classes.more}>
            <summary>{t('more')}</summary>
            <Controller
              control={form.control}
              name="permissions"
              render={({ field }) => (
                <PermissionChoice
                  label={t('moreText')}
                  value={field.value}
                  onChange={field.onChange}
                  included={rolePermissions[role]}
                  omitted={['books-download']}
                  allowed={own}
                />
              )}
            />
          </details>
        )}
        {role !== 'admin' && (
          <details className={classes.more} open={user !== null && user.restrictions !== null}>
            <summary>
              {user === null ? t('access.titleNew') : t('access.title', { name: user.username })}
            </summary>
            <Controller
              control={form.control}
              name="access"
              rules={{ validate: ({ max_age }) => isAge(max_age) }}
              render={({ field }) => (
                <AccessFields
                  name={user?.username ?? ''}
                  value={field.value}
                  onChange={field.onChange}
                />
              )}
            />
          </details>
        )}
        {user !== null && <p className={classes.hint}>{t('edit.text')}</p>}
      </DialogForm>
      {user !== null && <PersonAccess user={user} />}
    </Dialog>
  );
};
