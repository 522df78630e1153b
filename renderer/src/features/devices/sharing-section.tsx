import { Button } from '@mantine/core';
import { IconAlertTriangle, IconWorld } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Sharing } from '../../../../shared/api/sharing.ts';
import { useCan } from '../../api/session-store.ts';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { SavingSwitch } from '../../ui/controls/saving-switch.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { QueryState } from '../../ui/feedback/empty-state.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import { freePortOf } from '../settings/port-row.tsx';
import { Row, Section } from '../settings/section.tsx';
import settings from '../settings/settings-page.module.css';
import classes from './devices.module.css';
import { EncryptionRow } from './encryption-row.tsx';
import { sharingQuery, useLiveSharing } from './queries.ts';
import { ReachDialog } from './reach-dialog.tsx';
import { InterfaceRow, NamesRow, SharingPortRow } from './sharing-rows.tsx';
import { useSharingChange } from './use-sharing-change.ts';

/** Switches sharing on or off, and shows the result. */
export const SharingSection = () => {
  const { t } = useTranslation('devices');
  useLiveSharing();
  const query = useQuery(sharingQuery());
  const { data } = query;
  return (
    <Section title={t('sharing.title')}>
      {data !== undefined && <SharingCard sharing={data} />}
      <QueryState
        query={query}
        compact
        placeholder={
          <div className={settings.card} aria-busy data-awaited style={{ height: '4.75rem' }} />
        }
      />
    </Section>
  );
};

const SharingCard = ({ sharing }: { sharing: Sharing }) => {
  const { t } = useTranslation('devices');
  const isAdmin = useCan('system-admin');
  const toggle = useSharingChange(sharing);
  const isFixed = !isAdmin || sharing.by_configuration;
  const text = sharing.by_configuration ? 'byConfiguration' : isAdmin ? 'text' : 'askAdmin';
  return (
    <>
      <Problem sharing={sharing} failure={toggle.message} freePort={freePortOf(toggle.error)} />
      {sharing.addresses.some(({ kind }) => kind === 'public') && (
        <Banner icon={<IconWorld />} title={t('sharing.public')}>
          {t('sharing.publicText')}
        </Banner>
      )}
      {sharing.enabled && sharing.advice !== null && (
        <Banner icon={<IconAlertTriangle />} title={t('sharing.advice')}>
          {sharing.advice}
        </Banner>
      )}
      <div className={settings.card}>
        <Row label={t('sharing.label')} text={t(`sharing.${text}`)}>
          <SavingSwitch
            size="md"
            aria-label={t('sharing.label')}
            checked={sharing.enabled}
            disabled={isFixed}
            onSave={(enabled) => toggle.mutateAsync({ enabled })}
          />
        </Row>
        {sharing.enabled && <SharedAddresses sharing={sharing} />}
        {sharing.enabled && isAdmin && <ReachRow sharing={sharing} />}
        {!isFixed && (
          <>
            <InterfaceRow sharing={sharing} />
            <SharingPortRow key={`port-${sharing.port}`} sharing={sharing} />
            <NamesRow key={`names-${sharing.names}`} sharing={sharing} />
          </>
        )}
        {isAdmin && <EncryptionRow key={sharing.tls.mode} sharing={sharing} isFixed={isFixed} />}
      </div>
    </>
  );
};

interface ProblemProps {
  sharing: Sharing;
  /** Why the switch failed, and a free port as an alternative. */
  failure: string | null;
  freePort: number | null;
}

const Problem = ({ sharing, failure, freePort }: ProblemProps) => {
  const { t } = useTranslation(['devices', 'settings']);
  const isAdmin = useCan('system-admin');
  const change = useSharingChange(sharing);
  const message = change.message ?? failure ?? sharing.problem?.message ?? null;
  if (message === null) return null;
  const port = freePort ?? sharing.problem?.free_port ?? null;
  return (
    <Banner
      tone="danger"
      icon={<IconAlertTriangle />}
      title={t('sharing.problem')}
      action={
        port !== null &&
        isAdmin && (
          <Button
            size="compact-sm"
            variant="default"
            loading={change.isPending}
            onClick={() => change.mutate({ enabled: true, port })}
          >
            {t('settings:port.use', { port })}
          </Button>
        )
      }
    >
      {message}
    </Banner>
  );
};

/** Shows when a device last connected, and opens the connection test. */
const ReachRow = ({ sharing: { last_device_at: last } }: { sharing: Sharing }) => {
  const { t } = useTranslation('devices');
  const { ago } = useLocale();
  const [testing, setTesting] = useState(false);
  const text = last === null ? t('reach.nobody') : t('reach.last', { ago: ago(last) });
  return (
    <Row label={t('reach.label')} text={text}>
      <Button variant="default" onClick={() => setTesting(true)}>
        {t('reach.action')}
      </Button>
      {testing && <ReachDialog onClose={() => setTesting(false)} />}
    </Row>
  );
};

/** URLs of the server: its name first, then its addresses. */
const SharedAddresses = ({ sharing: { addresses, mdns } }: { sharing: Sharing }) => {
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
