import { Button } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Pager } from '../../ui/lists/pager.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import { ReportsSection } from '../settings/reports-section.tsx';
import { RowsState } from '../settings/rows-skeleton.tsx';
import settings from '../settings/settings-page.module.css';
import { AddIntakeFolder } from './add-intake-folder.tsx';
import { IntakeFolderRow } from './intake-folder-row.tsx';
import { IntakeReport } from './intake-report.tsx';
import { NamingPattern } from './naming-pattern.tsx';
import { intakeFoldersQuery, intakesQuery } from './intake-queries.ts';

/** Adds new files from intake folders to libraries: the folders, and the reports about their files. */
export const IntakePage = () => {
  const { t } = useTranslation('intake');
  return (
    <ReportsSection
      section="intake"
      back={t('back')}
      list={(open) => (
        <>
          <p className={settings.intro}>{t('intro')}</p>
          <Folders onOpen={open} />
          <AddIntakeFolder />
          <NamingPattern />
          <Reports onOpen={open} />
        </>
      )}
      report={(id, close) => <IntakeReport key={id} id={id} onGone={close} />}
    />
  );
};

const Folders = ({ onOpen }: { onOpen: (id: string) => void }) => {
  const { t } = useTranslation('intake');
  const query = useQuery(intakeFoldersQuery());
  return (
    <section className={settings.section} aria-label={t('folders')}>
      <RowsState query={query} rows={2} compact />
      {query.data?.length === 0 && (
        <EmptyState compact icon={<IconInbox stroke={1.25} />} title={t('noFolders')}>
          {t('noFoldersText')}
        </EmptyState>
      )}
      {query.data !== undefined && query.data.length > 0 && (
        <ul className={settings.card}>
          {query.data.map((folder) => (
            <IntakeFolderRow key={folder.id} folder={folder} onOpen={onOpen} />
          ))}
        </ul>
      )}
    </section>
  );
};

const Reports = ({ onOpen }: { onOpen: (id: string) => void }) => {
  const { t } = useTranslation('intake');
  const { moment } = useLocale();
  const [page, setPage] = useState(1);
  const query = useQuery(intakesQuery(page));
  const { data } = query;
  if (data === undefined || data.total === 0) return null;
  return (
    <section className={settings.section}>
      <div className={settings.head}>
        <h2>{t('reports')}</h2>
      </div>
      <ul className={settings.card}>
        {data.data.map((report) => (
          <li key={report.id} className={settings.row}>
            <div>
              <strong>{moment(report.created_at)}</strong>
              <p>
                {t(`status.${report.status}`)} · {report.path}
                {report.is_automatic && ` · ${t('byRule')}`}
              </p>
            </div>
            <Button size="compact-md" variant="default" onClick={() => onOpen(report.id)}>
              {t('open')}
            </Button>
          </li>
        ))}
      </ul>
      <Pager page={page} query={query} onPage={setPage} />
    </section>
  );
};
