import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import {
  exportData,
  exportFeeds,
  exportProgress,
  type DataExportScope,
} from '../../../../shared/api/data-export.ts';
import { serverUrl } from '../../api/base-path.ts';
import { useCan } from '../../api/session-store.ts';
import { Row, Section } from '../settings/section.tsx';
import { SettingsBody } from '../settings/settings-body.tsx';
import settings from '../settings/settings-page.module.css';

/** Exports everything that people put in, as files. */
export const ExportPage = () => {
  const { t } = useTranslation('dataExport');
  const isAdmin = useCan('system-admin');
  const canReadFeeds = useCan('plugins-manage');
  const canWriteMetadata = useCan('libraries-write');
  return (
    <SettingsBody section="export">
      <p className={settings.intro}>{t('intro')}</p>
      <Section title={t('mine')}>
        <div className={settings.card}>
          <Everything scope="me" />
          <Table scope="me" />
        </div>
      </Section>
      {isAdmin && (
        <Section title={t('household')}>
          <div className={settings.card}>
            <Everything scope="household" />
            <Table scope="household" />
            {canReadFeeds && (
              <Row label={t('feeds')} text={t('feedsText')}>
                <Download href={serverUrl(exportFeeds)} label={t('downloadFeeds')} />
              </Row>
            )}
          </div>
        </Section>
      )}
      {canWriteMetadata && (
        <Section title={t('files')}>
          <div className={settings.card}>
            <Row label={t('metadata')} text={t('metadataText')}>
              <Button
                size="compact-md"
                variant="default"
                renderRoot={(props) => <Link {...props} to="/settings/libraries" />}
              >
                {t('openLibraries')}
              </Button>
            </Row>
          </div>
        </Section>
      )}
    </SettingsBody>
  );
};

const Everything = ({ scope }: { scope: DataExportScope }) => {
  const { t } = useTranslation('dataExport');
  return (
    <Row label={t('everything')} text={t(`everythingText.${scope}`)}>
      <Download href={serverUrl(exportData, { query: { scope } })} label={t('downloadArchive')} />
    </Row>
  );
};

const Table = ({ scope }: { scope: DataExportScope }) => {
  const { t } = useTranslation('dataExport');
  return (
    <Row label={t('progress')} text={t('progressText')}>
      <Download href={serverUrl(exportProgress, { query: { scope } })} label={t('downloadTable')} />
    </Row>
  );
};

/** The browser shows the progress of the download, and cancels it. */
const Download = ({ href, label }: { href: string; label: string }) => (
  <Button
    component="a"
    href={href}
    download
    size="compact-md"
    variant="default"
    leftSection={<IconDownload size={15} />}
  >
    {label}
  </Button>
);
