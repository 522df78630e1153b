import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { resendVerification, verifyEmail } from '../../../../shared/api/auth.ts';
import { api } from '../../api/client.ts';
import { errorText } from '../../ui/feedback/error-text.ts';
import { usePageTitle } from '../../ui/layout/page-title.ts';
import { AuthForm } from '../../ui/layout/auth-form.tsx';
import { AuthLayout } from '../../ui/layout/auth-layout.tsx';
import { ButtonLink } from '../../ui/layout/links.tsx';
import { emailField } from '../../ui/controls/sign-in-fields.ts';

/** Target of the e-mail link: confirms the address, or sends a new link. */
export const VerifyEmailPage = () => {
  const { t } = useTranslation(['setup', 'common']);
  usePageTitle(t('verify.title'));
  const { token = '' } = useSearch({ from: '/verify-email' });
  const { mutate, data, error, isPending, isIdle } = useMutation({
    mutationFn: () => api.call(verifyEmail, { body: { token } }),
  });
  useEffect(() => {
    // A token is valid once, so a second run of the effect must not send it again.
    if (token !== '' && isIdle) mutate();
  }, [token, isIdle, mutate]);

  if (data !== undefined) {
    return (
      <AuthLayout title={t('verify.done')} text={t('verify.doneText', { name: data.username })}>
        <ButtonLink to="/sign-in" size="md" fullWidth>
          {t('signIn.action')}
        </ButtonLink>
      </AuthLayout>
    );
  }
  if (isPending) return <AuthLayout title={t('verify.title')} text={t('common:loading')} />;
  return (
    <AuthLayout title={t('verify.title')} text={errorText(error) ?? t('verify.missing')}>
      <ResendForm />
      <ButtonLink to="/sign-in" variant="subtle" size="md" fullWidth mt={10}>
        {t('reset.back')}
      </ButtonLink>
    </AuthLayout>
  );
};

const ResendForm = () => {
  const { t } = useTranslation(['setup', 'common']);
  const [email, setEmail] = useState('');
  const resend = useMutation({
    mutationFn: () => api.call(resendVerification, { body: { email: email.trim() } }),
  });
  if (resend.data !== undefined) return <p role="status">{t('verify.sent')}</p>;
  return (
    <AuthForm
      action={t('verify.again')}
      change={resend}
      disabled={email.trim() === ''}
      onSubmit={() => resend.mutate()}
    >
      <TextInput
        label={t('owner.email')}
        size="md"
        {...emailField}
        value={email}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
      />
    </AuthForm>
  );
};
