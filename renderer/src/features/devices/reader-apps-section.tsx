import { Button, SegmentedControl } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { createApiKey } from '../../../../shared/api/api-keys.ts';
import type { ReaderApp } from '../../../../shared/api/pairing.ts';
import { api } from '../../api/client.ts';
import { useCan, useUser } from '../../api/session-store.ts';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { AppCards } from '../pairing/reader-apps.tsx';
import { Row, Section } from '../settings/section.tsx';
import settings from '../settings/settings-page.module.css';
import { FormError } from '../../ui/feedback/form-error.tsx';
import { devicePermissions } from './device-rights.ts';
import classes from './devices.module.css';
import { readerAppsQuery, sharingQuery } from './queries.ts';

const kinds = ['komga', 'opds', 'koreader'] as const;
type Kind = (typeof kinds)[number];

const kindOf = ({ id, protocol }: ReaderApp): Kind => {
  // KOReader also reads OPDS, but users look for it by name.
  if (id.startsWith('koreader')) return 'koreader';
  return protocol === 'komga' ? 'komga' : 'opds';
};

/** Setup of third-party reader apps, for devices without camera or pairing. */
export const ReaderAppsSection = () => {
  const { t } = useTranslation('devices');
  const { data, error, refetch } = useQuery(readerAppsQuery());
  const { data: sharing } = useQuery(sharingQuery());
  const [kind, setKind] = useState<Kind>('komga');
  return (
    <Section title={t('apps.title')}>
      <p className={classes.lead}>{t('apps.lead')}</p>
      {sharing?.enabled === false && <p className={classes.warning}>{t('apps.notShared')}</p>}
      <SegmentedControl
        className={classes.kinds}
        aria-label={t('apps.kind')}
        value={kind}
        onChange={setKind}
        data={kinds.map((value) => ({ value, label: t(`apps.kinds.${value}`) }))}
      />
      {data === undefined ? (
        error !== null && <ErrorState compact error={error} onRetry={() => void refetch()} />
      ) : (
        <KindOfApps key={kind} kind={kind} apps={data.filter((app) => kindOf(app) === kind)} />
      )}
    </Section>
  );
};

const KindOfApps = ({ kind, apps }: { kind: Kind; apps: readonly ReaderApp[] }) => {
  const [key, setKey] = useState<string | null>(null);
  const canMake = useCan('api-keys-write');
  return (
    <>
      {canMake && <KeyCard kind={kind} apiKey={key} onMade={setKey} />}
      <AppCards apps={apps} apiKey={key} />
    </>
  );
};

interface KeyCardProps {
  kind: Kind;
  apiKey: string | null;
  onMade: (key: string) => void;
}

/** An API key for one app, with read permissions only. */
const KeyCard = ({ kind, apiKey, onMade }: KeyCardProps) => {
  const { t } = useTranslation(['devices', 'common']);
  const granted = useUser()?.permissions ?? [];
  const make = useMutation({
    mutationFn: () =>
      api.call(createApiKey, {
        body: { name: t(`apps.kinds.${kind}`), permissions: devicePermissions(granted) },
      }),
    onSuccess: ({ key }) => onMade(key),
  });
  return (
    <div className={`${settings.card} ${classes.key}`}>
      <Row label={t('apps.key')} text={t(apiKey === null ? 'apps.keyText' : 'apps.keyOnce')}>
        {apiKey === null ? (
          <Button variant="default" loading={make.isPending} onClick={() => make.mutate()}>
            {t('apps.makeKey')}
          </Button>
        ) : (
          <CopyButton text={apiKey} what={t('apps.key')} />
        )}
        {apiKey !== null && <code className={classes.keyText}>{apiKey}</code>}
        <FormError error={make.error} />
      </Row>
    </div>
  );
};
