import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useEffect } from 'react';

import { getSetupStatus } from '../../../../shared/api/setup.ts';
import { AppError } from '../../../../shared/errors.ts';
import { api, errorMessage } from '../../api/client.ts';
import { signIn } from '../../api/session.ts';
import { useSession } from '../../api/session-store.ts';
import { usePageTitle } from '../../ui/layout/page-title.ts';
import { AuthLayout } from '../../ui/layout/auth-layout.tsx';
import { currentPasswordField, usernameField } from '../../ui/controls/sign-in-fields.ts';
import classes from './sign-in.module.css';

const route = getRouteApi('/sign-in');

/** Sign-in page; afterwards the requested page opens. */
export const SignInPage = () => {
  const { t } = useTranslation(['setup', 'common']);
  usePageTitle(t('signIn.title'));
  const { to = '/' } = route.useSearch();
  const { history } = useRouter();
  const session = useSession();
  const signedIn = session.status === 'signed-in';
  const form = useForm({ defaultValues: { username: '', password: '' } });
  const { errors, isSubmitting } = form.formState;

  useEffect(() => {
    if (signedIn) history.replace(to);
  }, [signedIn, history, to]);

  const submit = form.handleSubmit(async ({ username, password }) => {
    try {
      await signIn(username, password);
    } catch (error) {
      const isRefused = error instanceof AppError && error.code === 'Unauthorized';
      form.setError('root', {
        message: isRefused
          ? t('signIn.wrong')
          : (errorMessage(error) ?? t('common:error.unreachable')),
      });
      form.setFocus('password', { shouldSelect: true });
    }
  });
  const expired = session.status === 'signed-out' && session.reason === 'expired';

  return (
    <AuthLayout title={t('signIn.title')} text={t(expired ? 'signIn.expired' : 'signIn.text')}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          label={t('signIn.name')}
          size="md"
          {...usernameField}
          autoFocus
          {...form.register('username', { required: t('signIn.nameMissing') })}
          error={errors.username?.message}
        />
        <PasswordInput
          label={t('owner.password')}
          size="md"
          {...currentPasswordField}
          visibilityToggleButtonProps={{ 'aria-label': t('owner.showPassword') }}
          {...form.register('password', { required: t('owner.passwordMissing') })}
          error={errors.password?.message}
        />
        {errors.root !== undefined && <p role="alert">{errors.root.message}</p>}
        <Button type="submit" size="md" fullWidth loading={isSubmitting}>
          {t('signIn.action')}
        </Button>
      </form>
      <RegisterHint />
    </AuthLayout>
  );
};

/** Link to self-registration, if allowed. */
const RegisterHint = () => {
  const { t } = useTranslation('setup');
  const { data } = useQuery({
    queryKey: ['setup-status'],
    queryFn: ({ signal }) => api.call(getSetupStatus, { signal }),
  });
  if (data?.registration_enabled !== true) return null;
  return (
    <p className={classes.hint}>
      {t('register.hint')} <Link to="/register">{t('register.action')}</Link>
    </p>
  );
};
