import { Button, SegmentedControl, Switch } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { updateSharing, type Sharing, type TlsMode } from '../../../../shared/api/sharing.ts';
import { AppError } from '../../../../shared/errors.ts';
import { api, errorMessage } from '../../api/client.ts';
import { useCan } from '../../api/session-store.ts';
import { Banner } from '../../ui/banner.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { Row, Section } from '../settings/section.tsx';
import settings from '../settings/settings-page.module.css';
import classes from './devices.module.css';
import { sharingQuery, useLiveSharing } from './queries.ts';

/** The switch that opens the server to the network, and what came of it. */
export const SharingSection = () => {
  const { t } = useTranslation('devices');
  useLiveSharing();
  const { data, error, refetch } = useQuery(sharingQuery());
  return (
    <Section title={t('sharing.title')}>
      {data !== undefined && <SharingCard sharing={data} />}
      {data === undefined && error !== null && (
        <ErrorState compact error={error} onRetry={() => void refetch()} />
      )}
    </Section>
  );
};

interface Change {
  enabled?: boolean;
  port?: number;
  tls?: TlsMode;
}

const SharingCard = ({ sharing }: { sharing: Sharing }) => {
  const { t } = useTranslation('devices');
  const client = useQueryClient();
  const isAdmin = useCan('system-admin');
  const change = useMutation({
    mutationFn: (changes: Change) =>
      api.call(updateSharing, { body: { enabled: sharing.enabled, ...changes } }),
    onSuccess: (changed) => client.setQueryData(sharingQuery().queryKey, changed),
  });
  const isFixed = !isAdmin || sharing.by_configuration;
  const failed = change.error === null ? null : failureOf(change.error);
  const problem = failed ?? sharing.problem;
  const text = sharing.by_configuration ? 'byConfiguration' : isAdmin ? 'text' : 'askAdmin';
  return (
    <>
      {problem !== null && (
        <Banner
          tone="danger"
          icon={<IconAlertTriangle />}
          title={t('sharing.problem')}
          action={
            problem.free_port !== null &&
            isAdmin && (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() =>
                  change.mutate({ enabled: true, port: problem.free_port ?? sharing.port })
                }
              >
                {t('sharing.usePort', { port: problem.free_port })}
              </Button>
            )
          }
        >
          {problem.message ?? t('sharing.failed')}
        </Banner>
      )}
      <div className={settings.card}>
        <Row label={t('sharing.label')} text={t(`sharing.${text}`)}>
          <Switch
            size="md"
            aria-label={t('sharing.label')}
            checked={sharing.enabled}
            disabled={isFixed || change.isPending}
            onChange={({ currentTarget }) => change.mutate({ enabled: currentTarget.checked })}
          />
        </Row>
        {sharing.enabled && <Addresses sharing={sharing} />}
        {isAdmin && (
          <Row label={t('sharing.tls.label')} text={t(`sharing.tls.${sharing.tls.mode}Text`)}>
            <SegmentedControl
              aria-label={t('sharing.tls.label')}
              value={sharing.tls.mode}
              disabled={isFixed || change.isPending}
              onChange={(mode) => change.mutate({ tls: mode })}
              data={(['off', 'generated', 'own'] as const).map((value) => ({
                value,
                label: t(`sharing.tls.${value}`),
              }))}
            />
          </Row>
        )}
        {sharing.tls.fingerprint !== null && sharing.tls.mode !== 'off' && (
          <div className={settings.row}>
            <div>
              <strong>{t('sharing.tls.fingerprint')}</strong>
              <p className={classes.code}>{sharing.tls.fingerprint}</p>
            </div>
          </div>
        )}
      </div>
      {sharing.enabled && sharing.advice !== null && (
        <p className={classes.note}>{sharing.advice}</p>
      )}
    </>
  );
};

/** Where other devices find the server: its name first, then its addresses. */
const Addresses = ({ sharing: { addresses, mdns } }: { sharing: Sharing }) => {
  const { t } = useTranslation('devices');
  const lines = [
    ...(mdns.url === null ? [] : [{ url: mdns.url, note: t('sharing.name') }]),
    ...addresses.map(({ url, kind, interface: name, reachable }) => ({
      url,
      note: [t(`sharing.kind.${kind}`), name, reachable === false ? t('sharing.silent') : '']
        .filter((part) => part !== '')
        .join(' · '),
    })),
  ];
  if (lines.length === 0) return <Row label={t('sharing.noAddress')} />;
  return lines.map(({ url, note }) => (
    <div key={url} className={settings.row}>
      <div>
        <strong className={classes.code}>{url}</strong>
        <p>{note}</p>
      </div>
      <CopyButton text={url} what={url} />
    </div>
  ));
};

interface Failure {
  /** Null where only a general sentence can be given. */
  message: string | null;
  free_port: number | null;
}

const failureOf = (error: Error): Failure => {
  const details = error instanceof AppError ? error.details : null;
  const hasPort = typeof details === 'object' && details !== null && 'free_port' in details;
  const port = hasPort ? details.free_port : null;
  return { message: errorMessage(error), free_port: typeof port === 'number' ? port : null };
};
