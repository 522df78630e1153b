import { useTranslation } from 'react-i18next';

import type { Sharing } from '../../../../shared/api/sharing.ts';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { Row } from '../settings/section.tsx';
import settings from '../settings/settings-page.module.css';
import classes from './devices.module.css';

/** URLs of the server: its name first, then its addresses. */
export const SharedAddresses = ({ sharing: { addresses, mdns } }: { sharing: Sharing }) => {
  const { t } = useTranslation('devices');
  if (addresses.length === 0) return <Row label={t('sharing.noAddress')} />;
  const lines = [
    ...(mdns.url === null ? [] : [{ url: mdns.url, notes: [t('sharing.name')], isSilent: false }]),
    ...addresses.map(({ url, kind, interface: name, reachable }) => ({
      url,
      notes: [t(`sharing.kind.${kind}`), name],
      isSilent: reachable === false,
    })),
  ];
  return (
    <>
      {lines.map(({ url, notes, isSilent }) => (
        <div key={url} className={settings.row}>
          <div>
            <strong className={classes.code}>{url}</strong>
            <p>
              {notes.join(' · ')}
              {isSilent && <span className={classes.bad}> · {t('sharing.silent')}</span>}
            </p>
          </div>
          <CopyButton text={url} what={url} />
        </div>
      ))}
      {mdns.problem !== null && <Row label={t('sharing.nameProblem')} text={mdns.problem} />}
    </>
  );
};
