import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

import { basePath } from '../../api/base-path.ts';
import type { SetupStatus } from '../../../../shared/api/setup.ts';
import { useSession } from '../../api/session-store.ts';
import { FormError, FormMessage } from '../../ui/feedback/form-error.tsx';
import { AuthLayout } from '../../ui/layout/auth-layout.tsx';
import { usePageTitle } from '../../ui/layout/page-title.ts';
import { LanguageChoice, ThemeChoice } from '../settings/appearance-choices.tsx';
import { passkeyObstacle } from './passkey-browser.ts';
import { PasswordForm } from './password-form.tsx';
import { setupStatusQuery, unendedSessionQuery } from './queries.ts';
import classes from './sign-in.module.css';
import { SingleSignOnButtons } from './single-sign-on-buttons.tsx';
import { useStaySignedIn } from './stay-signed-in.ts';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';

const route = getRouteApi('/sign-in');

/** Sign-in page; afterwards the requested page opens. */
export const SignInPage = () => {
  const { t } = useTranslation('setup');
  usePageTitle(t('signIn.title'));
  const { to: returnPath = '/' } = route.useSearch();
  const { history } = useRouter();
  const session = useSession();
  const signedIn = session.status === 'signed-in';
  useQuery({ ...unendedSessionQuery, enabled: session.status === 'signed-out' });

  useEffect(() => {
    if (signedIn) history.replace(basePath + returnPath);
  }, [signedIn, history, returnPath]);

  return (
    <AuthLayout title={t('signIn.title')} text={t('signIn.text')}>
      <SignInForms returnPath={returnPath} />
      <SignInAppearance />
    </AuthLayout>
  );
};

/** All ways to sign in. */
export const SignInForms = ({ returnPath }: { returnPath: string }) => {
  const { t } = useTranslation('setup');
  const [stays, setStays] = useStaySignedIn();
  const { data: status } = useQuery(setupStatusQuery);
  return (
    <>
      <PasswordForm stays={stays}>
        <Checkbox
          label={t('signIn.stay')}
          description={t('signIn.stayText')}
          checked={stays}
          onChange={({ currentTarget }) => setStays(currentTarget.checked)}
        />
      </PasswordForm>
      {status?.passkeys === true && <PasskeyButton stays={stays} />}
      <SingleSignOnButtons returnPath={returnPath} />
      {status !== undefined && <Hints status={status} />}
    </>
  );
};

/** Signs in with a passkey, or says why this page cannot. */
const PasskeyButton = ({ stays }: { stays: boolean }) => {
  const { t } = useTranslation('setup');
  const obstacle = passkeyObstacle();
  const passkey = usePasskeySignIn(obstacle === null, stays);
  if (obstacle !== null) return <p className={classes.hint}>{t(`passkey.${obstacle}`)}</p>;
  return (
    <div className={classes.passkey}>
      <Button
        variant="default"
        size="md"
        fullWidth
        loading={passkey.isPending}
        onClick={passkey.ask}
      >
        {t('passkey.use')}
      </Button>
      <FormError error={passkey.error} />
      {passkey.isCancelled && <FormMessage text={t('passkey.cancelled')} />}
    </div>
  );
};

/** Ways on for people who have no password, or no account. */
const Hints = ({ status }: { status: SetupStatus }) => {
  const { t } = useTranslation('setup');
  return (
    <>
      {status.password_reset ? (
        <p className={classes.hint}>
          <Link to="/reset-password">{t('reset.forgotten')}</Link>
        </p>
      ) : (
        <details className={classes.hint}>
          <summary>{t('reset.forgotten')}</summary>
          <p>{t('reset.withoutMail')}</p>
        </details>
      )}
      {status.registration_enabled && (
        <p className={classes.hint}>
          {t('register.hint')} <Link to="/register">{t('register.action')}</Link>
        </p>
      )}
    </>
  );
};

/** Language and colours, which this browser keeps after signing in too. */
const SignInAppearance = () => (
  <div className={classes.appearance}>
    <LanguageChoice fullWidth />
    <ThemeChoice fullWidth />
  </div>
);
