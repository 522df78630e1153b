import { PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useEffect } from 'react';

import { basePath } from '../../api/base-path.ts';
import { getSetupStatus } from '../../../../shared/api/setup.ts';
import { AppError } from '../../../../shared/errors.ts';
import { api } from '../../api/client.ts';
import { signIn } from '../../api/session.ts';
import { useSession } from '../../api/session-store.ts';
import { usePageTitle } from '../../ui/layout/page-title.ts';
import { AuthForm } from '../../ui/layout/auth-form.tsx';
import { AuthLayout } from '../../ui/layout/auth-layout.tsx';
import { currentPasswordField, usernameField } from '../../ui/controls/sign-in-fields.ts';
import classes from './sign-in.module.css';
import { SingleSignOnButtons } from './single-sign-on-buttons.tsx';

const route = getRouteApi('/sign-in');
const empty = { username: '', password: '' };

/** Sign-in page; afterwards the requested page opens. */
export const SignInPage = () => {
  const { t } = useTranslation('setup');
  usePageTitle(t('signIn.title'));
  const { to = '/' } = route.useSearch();
  const { history } = useRouter();
  const session = useSession();
  const signedIn = session.status === 'signed-in';
  const form = useForm({ defaultValues: empty });
  const { errors } = form.formState;

  useEffect(() => {
    if (signedIn) history.replace(basePath + to);
  }, [signedIn, history, to]);

  const change = useMutation({
    mutationFn: ({ username, password }: typeof empty) => signIn(username, password),
    onError: () => form.setFocus('password', { shouldSelect: true }),
  });
  const isRefused = change.error instanceof AppError && change.error.code === 'Unauthorized';
  const expired = session.status === 'signed-out' && session.reason === 'expired';

  return (
    <AuthLayout title={t('signIn.title')} text={t(expired ? 'signIn.expired' : 'signIn.text')}>
      <AuthForm
        action={t('signIn.action')}
        change={change}
        message={isRefused ? t('signIn.wrong') : undefined}
        onSubmit={form.handleSubmit((fields) => change.mutate(fields))}
      >
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
      </AuthForm>
      <SingleSignOnButtons to={to} />
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
