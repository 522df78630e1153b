import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { redeemPairing, type RedeemedPairing } from '../../../../shared/api/pairing.ts';
import { api } from '../../api/client.ts';
import { acceptSession } from '../../api/session.ts';
import { AuthForm } from '../../ui/layout/auth-form.tsx';
import { AuthLayout } from '../../ui/layout/auth-layout.tsx';
import { ButtonLink } from '../../ui/layout/links.tsx';
import { usePageTitle } from '../../ui/layout/page-title.ts';
import { ReaderApps } from './reader-apps.tsx';

/** Opened on a phone by the pairing code: names the device and signs it in. */
export const PairPage = () => {
  const { t } = useTranslation('devices');
  usePageTitle(t('welcome.title'));
  const [token] = useState(takePairingToken);
  const [paired, setPaired] = useState<RedeemedPairing | null>(null);
  if (paired !== null) return <Paired paired={paired} />;
  if (token === null) {
    return (
      <AuthLayout title={t('welcome.noCode')} text={t('welcome.noCodeText')}>
        <ButtonLink to="/" variant="default">
          {t('welcome.open')}
        </ButtonLink>
      </AuthLayout>
    );
  }
  return <NameForm token={token} onPaired={setPaired} />;
};

const NameForm = ({
  token,
  onPaired,
}: {
  token: string;
  onPaired: (paired: RedeemedPairing) => void;
}) => {
  const { t } = useTranslation('devices');
  const [name, setName] = useState(() => likelyDeviceName(navigator.userAgent));
  const redeem = useMutation({
    mutationFn: async () => {
      const typed = name.trim();
      const body = { token, ...(typed === '' ? {} : { device_name: typed }) };
      const paired = await api.call(redeemPairing, { body });
      onPaired(paired);
      await acceptSession(paired);
    },
  });

  return (
    <AuthLayout title={t('welcome.title')} text={t('welcome.text')}>
      <AuthForm action={t('welcome.action')} change={redeem} onSubmit={() => redeem.mutate()}>
        <TextInput
          label={t('name')}
          size="md"
          maxLength={100}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      </AuthForm>
    </AuthLayout>
  );
};

const Paired = ({ paired }: { paired: RedeemedPairing }) => {
  const { t } = useTranslation('devices');
  return (
    <AuthLayout
      wide
      title={t('welcome.paired', { name: paired.device.name })}
      text={t('welcome.pairedText', { user: paired.user.username })}
    >
      <ButtonLink to="/" size="md" fullWidth>
        {t('welcome.read')}
      </ButtonLink>
      <ReaderApps paired={paired} />
    </AuthLayout>
  );
};

/** Guesses a device name from the user agent; empty if unknown. */
const likelyDeviceName = (userAgent: string): string =>
  ['iPhone', 'iPad', 'Android', 'Windows', 'Macintosh'].find((name) => userAgent.includes(name)) ??
  '';

let pairingToken: string | null = null;

/**
 * The pairing token from the URL fragment, which the browser never sends. It is removed at once, so
 * that neither the address bar nor the history exposes it.
 */
const takePairingToken = (): string | null => {
  const token = new URLSearchParams(window.location.hash.slice(1)).get('token');
  if (token !== null) {
    pairingToken = token;
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }
  return pairingToken;
};
