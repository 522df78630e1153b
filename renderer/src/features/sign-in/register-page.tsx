import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { register, type RegisteredUser } from '../../../../shared/api/auth.ts';
import { api } from '../../api/client.ts';
import { usePageTitle } from '../../ui/layout/page-title.ts';
import { AuthLayout } from '../../ui/layout/auth-layout.tsx';
import { ButtonLink } from '../../ui/layout/links.tsx';
import { NewAccountForm } from './new-account-form.tsx';
import { setupStatusQuery } from './queries.ts';

/** Self-registration, if the administrator allows it. */
export const RegisterPage = () => {
  const { t } = useTranslation('setup');
  usePageTitle(t('register.title'));
  const { data: status } = useQuery(setupStatusQuery);
  const [done, setDone] = useState<RegisteredUser | null>(null);

  const closed = status?.registration_enabled === false;
  if (done !== null || closed) {
    const doneText = done?.verification_required === true ? 'register.verify' : 'register.ready';
    return (
      <AuthLayout
        title={t(done === null ? 'register.title' : 'register.done')}
        text={done === null ? t('register.closed') : t(doneText, { email: done.email })}
      >
        <ButtonLink to="/sign-in" size="md" fullWidth>
          {t('signIn.action')}
        </ButtonLink>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={t('register.title')} text={t('register.text')}>
      <NewAccountForm
        action={t('register.action')}
        create={async (body) => {
          setDone(await api.call(register, { body }));
        }}
      />
      <ButtonLink to="/sign-in" variant="subtle" size="md" fullWidth mt={10}>
        {t('reset.back')}
      </ButtonLink>
    </AuthLayout>
  );
};
