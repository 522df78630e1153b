import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { updateMe } from '../../../../shared/api/auth.ts';
import { api } from '../../api/client.ts';
import { setSession } from '../../api/session-store.ts';
import { FormError } from '../../ui/feedback/form-error.tsx';
import { showToast } from '../../ui/feedback/notify.ts';
import {
  currentPasswordField,
  emailField,
  newPasswordField,
  usernameField,
} from '../../ui/controls/sign-in-fields.ts';
import classes from './account.module.css';
import { secondFactorQuery } from './second-factor-query.ts';

/** Changes e-mail address and password; asks for the current one unless it was just given. */
export const OwnForm = ({ username, email }: { username: string; email: string | null }) => {
  const { t } = useTranslation(['account', 'setup']);
  const saved = { email: email ?? '', password: '', current: '' };
  const form = useForm({ defaultValues: saved });
  const { errors, isDirty } = form.formState;

  const { data: confirmation, refetch } = useQuery(secondFactorQuery);
  const asksPassword = confirmation?.current_password_required !== false;

  const change = useMutation({
    mutationFn: ({ email: typed, password, current }: typeof saved) =>
      api.call(updateMe, {
        body: {
          current_password: asksPassword ? current : null,
          email: typed.trim() === '' ? null : typed.trim(),
          ...(password === '' ? {} : { password }),
        },
      }),
    // The minutes without a question can be over meanwhile.
    onError: () => void refetch(),
    onSuccess: (user) => {
      setSession({ status: 'signed-in', user });
      form.reset({ email: user.email ?? '', password: '', current: '' });
      showToast(t('change.done'));
    },
  });
  const submit = form.handleSubmit((fields) => change.mutate(fields));

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      {/* Names the account of the new password for password managers. */}
      <input hidden readOnly value={username} {...usernameField} />
      <TextInput label={t('change.email')} {...emailField} {...form.register('email')} />
      <PasswordInput
        label={t('change.password')}
        description={t('change.passwordText')}
        {...newPasswordField}
        visibilityToggleButtonProps={{ 'aria-label': t('setup:owner.showPassword') }}
        {...form.register('password', {
          validate: (value) => value === '' || value.length >= 8 || t('change.tooShort'),
        })}
        error={errors.password?.message}
      />
      {asksPassword && (
        <PasswordInput
          label={t('change.current')}
          {...currentPasswordField}
          visibilityToggleButtonProps={{ 'aria-label': t('setup:owner.showPassword') }}
          {...form.register('current', { required: t('change.currentMissing') })}
          error={errors.current?.message}
        />
      )}
      <FormError error={change.error} />
      <div>
        <Button type="submit" disabled={!isDirty} loading={change.isPending}>
          {t('change.save')}
        </Button>
      </div>
    </form>
  );
};
