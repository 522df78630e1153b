import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Sharing, TlsMode } from '../../../../shared/api/sharing.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import { Row } from '../settings/section.tsx';
import settings from '../settings/settings-page.module.css';
import classes from './devices.module.css';
import { useSharingChange } from './use-sharing-change.ts';

/** Encryption of other devices' connections, and its certificate. */
export const EncryptionRow = ({ sharing, isFixed }: { sharing: Sharing; isFixed: boolean }) => {
  const { t } = useTranslation('devices');
  const { date } = useLocale();
  const { tls } = sharing;
  const change = useSharingChange(sharing);
  // A custom certificate applies once its files are set.
  const [mode, setMode] = useState<TlsMode>(tls.mode);
  const choose = (chosen: TlsMode) => {
    setMode(chosen);
    if (chosen !== 'own') change.mutate({ tls: chosen }, { onError: () => setMode(tls.mode) });
  };
  return (
    <>
      <Row label={t('sharing.tls.label')} text={t(`sharing.tls.${mode}Text`)}>
        <SegmentedControl
          aria-label={t('sharing.tls.label')}
          value={mode}
          disabled={isFixed || change.isPending}
          onChange={choose}
          data={(['off', 'generated', 'own'] as const).map((value) => ({
            value,
            label: t(`sharing.tls.${value}`),
          }))}
        />
        {change.message !== null && (
          <p role="alert" className={classes.error}>
            {change.message}
          </p>
        )}
      </Row>
      {mode === 'own' && !isFixed && <CertificateFiles sharing={sharing} />}
      {tls.fingerprint !== null && tls.mode !== 'off' && mode === tls.mode && (
        <div className={settings.row}>
          <div>
            <strong>{t('sharing.tls.fingerprint')}</strong>
            <p className={classes.code}>{tls.fingerprint}</p>
            {tls.expires_at !== null && (
              <p>{t('sharing.tls.until', { date: date(tls.expires_at) })}</p>
            )}
          </div>
        </div>
      )}
    </>
  );
};

const CertificateFiles = ({ sharing }: { sharing: Sharing }) => {
  const { t } = useTranslation('devices');
  const { tls } = sharing;
  const change = useSharingChange(sharing);
  const [cert, setCert] = useState(tls.cert ?? '');
  const [key, setKey] = useState(tls.key ?? '');
  const isUsed = tls.mode === 'own' && cert === tls.cert && key === tls.key;
  return (
    <form
      className={classes.files}
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate({ tls: 'own', tls_cert: cert.trim(), tls_key: key.trim() });
      }}
    >
      <TextInput
        label={t('sharing.tls.cert')}
        placeholder="/etc/ssl/octavo/fullchain.pem"
        spellCheck={false}
        required
        value={cert}
        onChange={({ currentTarget }) => setCert(currentTarget.value)}
      />
      <TextInput
        label={t('sharing.tls.key')}
        placeholder="/etc/ssl/octavo/privkey.pem"
        spellCheck={false}
        required
        value={key}
        onChange={({ currentTarget }) => setKey(currentTarget.value)}
      />
      {change.message !== null && (
        <p role="alert" className={classes.error}>
          {change.message}
        </p>
      )}
      <Button type="submit" variant="default" disabled={isUsed} loading={change.isPending}>
        {t('sharing.tls.use')}
      </Button>
    </form>
  );
};
