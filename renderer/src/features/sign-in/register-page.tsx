import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { register, type RegisteredUser } from '../../../../shared/api/auth.ts';
import { getSetupStatus } from '../../../../shared/api/setup.ts';
import { api, errorMessage } from '../../api/client.ts';
import { usePageTitle } from '../../ui/layout/page-title.ts';
import { AuthLayout } from '../../ui/layout/auth-layout.tsx';
import { ButtonLink } from '../../ui/layout/links.tsx';
import { emailField, newPasswordField, usernameField } from '../../ui/controls/sign-in-fields.ts';

/** Self-registration, if the administrator allows it. */
export const RegisterPage = () => {
  const { t } = useTranslation(['setup', 'common']);
  usePageTitle(t('register.title'));
  const { data: status } = useQuery({
    queryKey: ['setup-status'],
    queryFn: ({ signal }) => api.call(getSetupStatus, { signal }),
  });
  const [done, setDone] = useState<RegisteredUser | null>(null);

  if (done !== null) {
    return (
      <AuthLayout
        title={t('register.done')}
        text={t(done.verification_required ? 'register.verify' : 'register.ready', {
          email: done.email,
        })}
      >
        <ButtonLink to="/sign-in" size="md" fullWidth>
          {t('signIn.action')}
        </ButtonLink>
      </AuthLayout>
    );
  }
  if (status?.registration_enabled === false) {
    return (
      <AuthLayout title={t('register.title')} text={t('register.closed')}>
        <ButtonLink to="/sign-in" size="md" fullWidth>
          {t('signIn.action')}
        </ButtonLink>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={t('register.title')} text={t('register.text')}>
      <RegisterForm onDone={setDone} />
    </AuthLayout>
  );
};

const RegisterForm = ({ onDone }: { onDone: (user: RegisteredUser) => void }) => {
  const { t } = useTranslation(['setup', 'common']);
  const form = useForm({ defaultValues: { username: '', email: '', password: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ username, email, password }) => {
    const body = { username, password, email: email.trim() === '' ? null : email.trim() };
    try {
      onDone(await api.call(register, { body }));
    } catch (error) {
      form.setError('root', { message: errorMessage(error) ?? t('common:error.unreachable') });
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        label={t('owner.username')}
        size="md"
        {...usernameField}
        autoFocus
        {...form.register('username', { required: t('owner.usernameMissing') })}
        error={errors.username?.message}
      />
      <TextInput
        label={t('register.email')}
        size="md"
        {...emailField}
        {...form.register('email')}
      />
      <PasswordInput
        label={t('owner.password')}
        size="md"
        {...newPasswordField}
        visibilityToggleButtonProps={{ 'aria-label': t('owner.showPassword') }}
        {...form.register('password', {
          validate: (value) => value.length >= 8 || t('register.tooShort'),
        })}
        error={errors.password?.message}
      />
      {errors.root !== undefined && <p role="alert">{errors.root.message}</p>}
      <Button type="submit" size="md" fullWidth loading={isSubmitting}>
        {t('register.action')}
      </Button>
    </form>
  );
};
