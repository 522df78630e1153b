import { useTranslation } from 'react-i18next';

import type { ReaderApp, RedeemedPairing } from '../../../../shared/api/pairing.ts';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { QrCode } from '../../ui/controls/qr-code.tsx';
import classes from './reader-apps.module.css';

/** Setup of third-party reader apps. The key is shown only once. */
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
  /** Null if there is no key to show; the card then describes what it needs. */
  apiKey: string | null;
}

/** A card per app with its settings and a QR code of the URL. */
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
