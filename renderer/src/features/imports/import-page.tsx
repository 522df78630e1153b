import { Button } from '@mantine/core';
import { IconPackageImport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import { ReportsSection } from '../settings/reports-section.tsx';
import { RowsState } from '../settings/rows-skeleton.tsx';
import settings from '../settings/settings-page.module.css';
import { ImportReport } from './import-report.tsx';
import { ImportStart } from './import-start.tsx';
import { importsQuery } from './queries.ts';

/** Imports the data of another program: reads it, shows a report, applies it, undoes it. */
export const ImportPage = () => {
  const { t } = useTranslation('imports');
  return (
    <ReportsSection
      section="import"
      back={t('back')}
      list={(open) => (
        <>
          <p className={settings.intro}>{t('intro')}</p>
          <ImportStart onStart={open} />
          <ImportList onOpen={open} />
        </>
      )}
      report={(id, close) => <ImportReport id={id} onGone={close} />}
    />
  );
};

const ImportList = ({ onOpen }: { onOpen: (id: string) => void }) => {
  const { t } = useTranslation('imports');
  const { moment } = useLocale();
  const query = useQuery(importsQuery());
  return (
    <section className={settings.section} aria-label={t('list')}>
      <RowsState query={query} rows={2} compact />
      {query.data?.length === 0 && (
        <EmptyState compact icon={<IconPackageImport stroke={1.25} />} title={t('none')} />
      )}
      {query.data !== undefined && query.data.length > 0 && (
        <ul className={settings.card}>
          {query.data.map((item) => (
            <li key={item.id} className={settings.row}>
              <div>
                <strong>{t(`source.${item.source}`)}</strong>
                <p>
                  {t(`status.${item.status}`)} · {moment(item.created_at)} · {item.name}
                </p>
              </div>
              <Button size="compact-md" variant="default" onClick={() => onOpen(item.id)}>
                {t('open')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};
