import { PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { languageOf } from '../../../../shared/languages.ts';
import { passwordSchema } from '../../../../shared/api/account-fields.ts';
import {
  redeemPasswordReset,
  requestPasswordReset,
} from '../../../../shared/api/password-reset.ts';
import { api } from '../../api/client.ts';
import { newPasswordField, usernameField } from '../../ui/controls/sign-in-fields.ts';
import { AuthForm } from '../../ui/layout/auth-form.tsx';
import { AuthLayout } from '../../ui/layout/auth-layout.tsx';
import { ButtonLink } from '../../ui/layout/links.tsx';
import { usePageTitle } from '../../ui/layout/page-title.ts';
import { setupStatusQuery } from './queries.ts';

/** Asks for a mailed link; opened by that link, sets the new password. */
export const ResetPasswordPage = () => {
  const { t } = useTranslation('setup');
  usePageTitle(t('reset.title'));
  const { token = '' } = useSearch({ from: '/reset-password' });
  const { data: status } = useQuery(setupStatusQuery);
  if (token !== '') return <NewPassword token={token} />;
  const text = status?.password_reset === false ? 'reset.withoutMail' : 'reset.text';
  return (
    <AuthLayout title={t('reset.title')} text={t(text)}>
      {status?.password_reset === true && <RequestForm />}
      <BackToSignIn />
    </AuthLayout>
  );
};

const BackToSignIn = () => {
  const { t } = useTranslation('setup');
  return (
    <ButtonLink to="/sign-in" variant="subtle" size="md" fullWidth mt={10}>
      {t('reset.back')}
    </ButtonLink>
  );
};

const RequestForm = () => {
  const { t, i18n } = useTranslation('setup');
  const [username, setUsername] = useState('');
  const language = languageOf(i18n.language);
  const request = useMutation({
    mutationFn: () =>
      api.call(requestPasswordReset, { body: { username: username.trim(), language } }),
  });
  if (request.data !== undefined) return <p role="status">{t('reset.sent')}</p>;
  return (
    <AuthForm
      action={t('reset.send')}
      change={request}
      disabled={username.trim() === ''}
      onSubmit={() => request.mutate()}
    >
      <TextInput
        label={t('signIn.name')}
        size="md"
        {...usernameField}
        autoFocus
        value={username}
        onChange={({ currentTarget }) => setUsername(currentTarget.value)}
      />
    </AuthForm>
  );
};

const NewPassword = ({ token }: { token: string }) => {
  const { t } = useTranslation('setup');
  const [password, setPassword] = useState('');
  const change = useMutation({
    mutationFn: () => api.call(redeemPasswordReset, { body: { token, password } }),
  });
  if (change.data !== undefined) {
    return (
      <AuthLayout
        title={t('reset.done')}
        text={t('reset.doneText', { name: change.data.username })}
      >
        <ButtonLink to="/sign-in" size="md" fullWidth>
          {t('signIn.action')}
        </ButtonLink>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={t('reset.title')} text={t('reset.newText')}>
      <AuthForm
        action={t('reset.action')}
        change={change}
        disabled={!passwordSchema.safeParse(password).success}
        onSubmit={() => change.mutate()}
      >
        <PasswordInput
          label={t('reset.password')}
          description={t('owner.passwordRule')}
          size="md"
          {...newPasswordField}
          autoFocus
          visibilityToggleButtonProps={{ 'aria-label': t('owner.showPassword') }}
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
      </AuthForm>
      <BackToSignIn />
    </AuthLayout>
  );
};
