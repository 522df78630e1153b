import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { resendVerification, verifyEmail } from '../../../../shared/api/auth.ts';
import { api, errorMessage } from '../../api/client.ts';
import { usePageHead } from '../../app/page-head.ts';
import { Gate } from '../../ui/gate.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { Failure } from '../../ui/failure.tsx';

/** Where the link of the mail leads: confirms the address, or sends another link. */
export const VerifyEmailPage = () => {
  const { t } = useTranslation(['setup', 'common']);
  usePageHead(t('verify.title'));
  const { token = '' } = useSearch({ from: '/verify-email' });
  const { mutate, data, error, isPending, isIdle } = useMutation({
    mutationFn: () => api.call(verifyEmail, { body: { token } }),
  });
  useEffect(() => {
    // A token works once: what a second run of the effect would ask must not be asked.
    if (token !== '' && isIdle) mutate();
  }, [token, isIdle, mutate]);

  if (data !== undefined) {
    return (
      <Gate title={t('verify.done')} text={t('verify.doneText', { name: data.username })}>
        <ButtonLink to="/sign-in" size="md" fullWidth>
          {t('signIn.action')}
        </ButtonLink>
      </Gate>
    );
  }
  if (isPending) return <Gate title={t('verify.title')} text={t('common:loading')} />;
  return (
    <Gate
      title={t('verify.title')}
      text={(error === null ? null : errorMessage(error)) ?? t('verify.missing')}
    >
      <ResendForm />
    </Gate>
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
    <form
      onSubmit={(event) => {
        event.preventDefault();
        resend.mutate();
      }}
    >
      <TextInput
        type="email"
        label={t('register.email')}
        size="md"
        autoComplete="email"
        value={email}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
      />
      <Failure error={resend.error} />
      <Button
        type="submit"
        size="md"
        fullWidth
        disabled={email.trim() === ''}
        loading={resend.isPending}
      >
        {t('verify.again')}
      </Button>
    </form>
  );
};
