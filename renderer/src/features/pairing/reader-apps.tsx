import { useTranslation } from 'react-i18next';

import type { ReaderApp, RedeemedPairing } from '../../../../shared/api/pairing.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import classes from './reader-apps.module.css';

/** How to set up the reader apps that people already have. The key is shown this once. */
export const ReaderApps = ({ paired: { apps, api_key } }: { paired: RedeemedPairing }) => {
  const { t } = useTranslation('devices');
  return (
    <section className={classes.apps} aria-label={t('apps.title')}>
      <h2>{t('apps.title')}</h2>
      <p>{t('apps.text')}</p>
      <AppCards apps={apps} apiKey={api_key} />
    </section>
  );
};

interface AppCardsProps {
  apps: readonly ReaderApp[];
  /** Null where there is none to show: then the card says what it needs and the key is made apart. */
  apiKey: string | null;
}

/** A card for each app: what to type where, and a code to take the address from. */
export const AppCards = ({ apps, apiKey }: AppCardsProps) => (
  <ul className={classes.list}>
    {apps.map((app) => (
      <li key={app.id}>
        <AppCard app={app} apiKey={apiKey} />
      </li>
    ))}
  </ul>
);

const AppCard = ({ app, apiKey }: { app: ReaderApp; apiKey: string | null }) => {
  const { t } = useTranslation('devices');
  const fields = [
    { label: t('apps.address'), value: app.address },
    ...(app.username === null ? [] : [{ label: t('apps.username'), value: app.username }]),
    ...(apiKey === null ? [] : [{ label: t(`apps.${app.secret}`), value: apiKey }]),
  ];
  return (
    <details className={classes.app}>
      <summary>{app.name}</summary>
      <p>{t(`apps.hints.${app.id}`)}</p>
      <div className={classes.setUp}>
        <dl>
          {fields.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <code>{value}</code>
                <CopyButton text={value} what={`${app.name}: ${label}`} />
              </dd>
            </div>
          ))}
          {apiKey === null && (
            <div>
              <dt>{t(`apps.${app.secret}`)}</dt>
              <dd>{t('apps.keyAbove')}</dd>
            </div>
          )}
        </dl>
        <QrCode svg={app.qr} label={t('apps.code', { name: app.name })} size={132} />
      </div>
    </details>
  );
};
