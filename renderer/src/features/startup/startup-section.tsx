import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import type { Startup } from '../../../../shared/api/system.ts';
import { errorMessage } from '../../api/client.ts';
import { useTranslateServerMessage } from '../../ui/feedback/translate-server-message.ts';
import { freePortOf, PortRow } from '../settings/port-row.tsx';
import { RowsState } from '../settings/rows-skeleton.tsx';
import { Row, Section } from '../settings/section.tsx';
import settings from '../settings/settings-page.module.css';
import { startupQuery, useSetPort } from './queries.ts';
import { RestartBanner } from './restart-banner.tsx';

/** Settings that apply after a restart, and the restart button. */
export const StartupSection = () => {
  const { t } = useTranslation('settings');
  const query = useQuery(startupQuery());
  const { data } = query;
  return (
    <Section title={t('startup.title')}>
      <RowsState query={query} rows={1} compact />
      {data !== undefined && (
        <>
          <RestartBanner startup={data} />
          <div className={settings.card}>
            <ServerPortRow key={data.next_port} startup={data} />
          </div>
        </>
      )}
    </Section>
  );
};

const ServerPortRow = ({ startup }: { startup: Startup }) => {
  const { t } = useTranslation('settings');
  const sentence = useTranslateServerMessage();
  const change = useSetPort();
  const label = t('startup.port');
  const { port_fixed_by: fixedBy, next_port: port } = startup;
  if (!startup.can_set_port) {
    return (
      <Row label={label} {...(fixedBy !== null && { text: t('startup.fixed', { by: fixedBy }) })}>
        <code className={settings.code}>{port}</code>
      </Row>
    );
  }
  const message = change.error && sentence(errorMessage(change.error) ?? t('startup.unreachable'));
  return (
    <PortRow
      label={label}
      text={t('startup.portText')}
      port={port}
      isPending={change.isPending}
      message={message}
      freePort={freePortOf(change.error)}
      onSave={(next) => change.mutate(next)}
    />
  );
};
