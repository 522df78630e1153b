import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { updateMe } from '../../../../shared/api/auth.ts';
import { api, errorMessage } from '../../api/client.ts';
import { setSession } from '../../api/session-store.ts';
import { FormMessage } from '../../ui/feedback/form-error.tsx';
import { showToast } from '../../ui/feedback/notify.ts';
import {
  currentPasswordField,
  emailField,
  newPasswordField,
  usernameField,
} from '../../ui/controls/sign-in-fields.ts';
import classes from './account.module.css';

/** Changes e-mail address and password; requires the current password. */
export const OwnForm = ({ username, email }: { username: string; email: string | null }) => {
  const { t } = useTranslation(['account', 'setup', 'common']);
  const form = useForm({ defaultValues: { email: email ?? '', password: '', current: '' } });
  const { errors, isSubmitting, isDirty } = form.formState;

  const submit = form.handleSubmit(async ({ email: typed, password, current }) => {
    try {
      const user = await api.call(updateMe, {
        body: {
          current_password: current,
          email: typed.trim() === '' ? null : typed.trim(),
          ...(password === '' ? {} : { password }),
        },
      });
      setSession({ status: 'signed-in', user });
      form.reset({ email: user.email ?? '', password: '', current: '' });
      showToast(t('change.done'));
    } catch (error) {
      form.setError('root', { message: errorMessage(error) ?? t('common:error.unreachable') });
    }
  });

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      {/* Tells password managers which account the new password belongs to. */}
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
      <PasswordInput
        label={t('change.current')}
        {...currentPasswordField}
        visibilityToggleButtonProps={{ 'aria-label': t('setup:owner.showPassword') }}
        {...form.register('current', { required: t('change.currentMissing') })}
        error={errors.current?.message}
      />
      <FormMessage text={errors.root?.message} />
      <div>
        <Button type="submit" disabled={!isDirty} loading={isSubmitting}>
          {t('change.save')}
        </Button>
      </div>
    </form>
  );
};
