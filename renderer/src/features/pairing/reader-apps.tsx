import { useTranslation } from 'react-i18next';

import type { ReaderApp, RedeemedPairing } from '../../../../shared/api/pairing.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import classes from './pair-page.module.css';

/** How to set up the reader apps that people already have. The key is shown this once. */
export const ReaderApps = ({ paired: { apps, api_key } }: { paired: RedeemedPairing }) => {
  const { t } = useTranslation('devices');
  return (
    <section className={classes.apps} aria-label={t('apps.title')}>
      <h2>{t('apps.title')}</h2>
      <p>{t('apps.text')}</p>
      <ul>
        {apps.map((app) => (
          <li key={app.id}>
            <AppCard app={app} apiKey={api_key} />
          </li>
        ))}
      </ul>
    </section>
  );
};

const AppCard = ({ app, apiKey }: { app: ReaderApp; apiKey: string }) => {
  const { t } = useTranslation('devices');
  const fields = [
    { label: t('apps.address'), value: app.address },
    ...(app.username === null ? [] : [{ label: t('apps.username'), value: app.username }]),
    { label: t(`apps.${app.secret}`), value: apiKey },
  ];
  return (
    <details className={classes.app}>
      <summary>{app.name}</summary>
      <p>{app.hint}</p>
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
      </dl>
      <QrCode svg={app.qr} label={t('apps.code', { name: app.name })} size={180} />
    </details>
  );
};
