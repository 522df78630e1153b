import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

import { proxySignIn, redeemSsoCode, startSso } from '../../../../shared/api/single-sign-on.ts';
import { serverUrl } from '../../api/base-path.ts';
import { api } from '../../api/client.ts';
import { desktop } from '../../api/desktop.ts';
import { acceptSession } from '../../api/session.ts';
import { useSession } from '../../api/session-store.ts';
import { FormError, FormMessage } from '../../ui/feedback/form-error.tsx';
import { signInOptionsQuery } from '../single-sign-on/queries.ts';
import { useSsoFragment } from '../single-sign-on/sso-fragment.ts';
import { useFailureText } from '../single-sign-on/use-failure-text.ts';
import classes from './sign-in.module.css';

/**
 * Ways to sign in besides the password. Signs in at once with the code of a provider, or if a proxy
 * has already signed the person in. The desktop app signs its owner in and opens no other sites.
 */
export const SingleSignOnButtons = ({ returnPath }: { returnPath: string }) =>
  desktop === undefined ? <OtherWays returnPath={returnPath} /> : null;

const OtherWays = ({ returnPath }: { returnPath: string }) => {
  const { t } = useTranslation('singleSignOn');
  const { code, failure, slug } = useSsoFragment();
  const failureText = useFailureText();
  const { data } = useQuery(signInOptionsQuery());
  const hasLeft = useSession(
    (session) => session.status === 'signed-out' && session.reason === 'left',
  );
  const redeem = useMutation({
    mutationFn: async (given: string) =>
      acceptSession(await api.call(redeemSsoCode, { body: { code: given } })),
  });
  const byProxy = useMutation({
    mutationFn: async () => acceptSession(await api.call(proxySignIn)),
  });

  const { mutate: sendCode, isIdle: isCodeUnsent } = redeem;
  useEffect(() => {
    if (code !== null && isCodeUnsent) sendCode(code);
  }, [code, isCodeUnsent, sendCode]);

  const { mutate: trustProxy, isIdle: isProxyUntried } = byProxy;
  const isNamed = data?.proxy === true;
  useEffect(() => {
    // After signing out, people stay signed out until they ask for it.
    if (isNamed && isProxyUntried && !hasLeft) trustProxy();
  }, [isNamed, isProxyUntried, hasLeft, trustProxy]);

  const providers = data?.providers ?? [];
  const name = providers.find((provider) => provider.slug === slug)?.name;
  const isBusy = redeem.isPending || byProxy.isPending;
  if (providers.length === 0 && !isNamed && failure === null && code === null) return null;
  return (
    <section className={classes.otherWays}>
      {(providers.length > 0 || isNamed) && <p className={classes.or}>{t('or')}</p>}
      {providers.map((provider) => (
        <Button
          key={provider.slug}
          component="a"
          href={serverUrl(startSso, { params: { slug: provider.slug }, query: { to: returnPath } })}
          variant="default"
          size="md"
          fullWidth
        >
          {t('continueWith', { name: provider.name })}
        </Button>
      ))}
      {isNamed && (hasLeft || byProxy.isError) && (
        <Button variant="default" size="md" fullWidth onClick={() => trustProxy()}>
          {t('continueByProxy')}
        </Button>
      )}
      {isBusy && <p role="status">{t('signingIn')}</p>}
      {redeem.isIdle && data !== undefined && <FormMessage text={failureText(failure, name)} />}
      <FormError error={redeem.error ?? byProxy.error} />
    </section>
  );
};
