import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { basePath } from '../../api/base-path.ts';
import { getMetrics } from '../../../../shared/api/system.ts';
import { api } from '../../api/client.ts';
import { useCan } from '../../api/session-store.ts';
import { FactList } from '../../ui/lists/fact-list.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import { DataDirectorySection } from '../data-directory/data-directory-section.tsx';
import { StartupSection } from '../startup/startup-section.tsx';
import { RowsState } from './rows-skeleton.tsx';
import { Row, Section } from './section.tsx';
import { ServerSettings } from './server-settings.tsx';
import { SettingsBody } from './settings-body.tsx';
import classes from './settings-page.module.css';

/** Settings for developers and administrators. */
export const AdvancedPage = () => {
  const { t } = useTranslation('settings');
  const isAdmin = useCan('system-admin');
  const seesMachine = useCan('system-health');
  return (
    <SettingsBody section="advanced">
      <Section title={t('api.title')}>
        <div className={classes.card}>
          <Row label={t('api.docs')} text={t('api.docsText')}>
            <a
              data-alone
              className={classes.link}
              href={`${basePath}/docs`}
              target="_blank"
              rel="noreferrer"
            >
              {t('api.open')}
            </a>
          </Row>
          <Row label={t('api.address')}>
            <code className={classes.code}>{`${window.location.origin}${basePath}/api/v1`}</code>
          </Row>
        </div>
      </Section>
      {isAdmin && <StartupSection />}
      {isAdmin && <DataDirectorySection />}
      {seesMachine && <Machine />}
      <ServerSettings section="advanced" />
    </SettingsBody>
  );
};

const Machine = () => {
  const { t } = useTranslation('settings');
  const { number, bytes, duration } = useLocale();
  const query = useQuery({
    queryKey: ['metrics'],
    staleTime: 0,
    queryFn: ({ signal }) => api.call(getMetrics, { signal }),
  });
  const { data } = query;
  return (
    <Section title={t('machine.title')}>
      <RowsState query={query} rows={4} compact />
      {data !== undefined && (
        <FactList
          className={classes.facts}
          facts={[
            [t('machine.series'), number(data.series_count)],
            [t('machine.books'), number(data.book_count)],
            [t('machine.pages'), number(data.page_count)],
            [t('machine.files'), bytes(data.total_file_size)],
            [t('machine.database'), bytes(data.database_size)],
            [t('machine.memory'), bytes(data.process.rss_bytes)],
            [
              t('machine.uptime'),
              duration(Math.max(1, Math.floor(data.process.uptime_seconds / 60)) * 60_000),
            ],
            [t('machine.requests'), number(data.http.requests)],
            [
              t('machine.answer'),
              t('machine.ms', { ms: number(Math.round((data.http.p50_ms ?? 0) * 10) / 10) }),
            ],
          ]}
        />
      )}
    </Section>
  );
};
