import { useTranslation } from 'react-i18next';

import { usePageTitle } from '../../ui/layout/page-title.ts';
import { Page, PageTitle } from '../../ui/layout/page.tsx';
import { ActivityNavigation } from '../activity/activity-navigation.tsx';
import { ScanReportList } from './scan-report-list.tsx';
import layout from '../../ui/layout/report-page.module.css';
import { permitted } from '../../ui/layout/permitted.tsx';

const ScanReportsPageContent = () => {
  const { t } = useTranslation(['scanReports', 'activity']);
  usePageTitle(t('title'), [{ label: t('activity:title'), link: { to: '/activity' } }]);
  return (
    <Page>
      <div className={layout.column}>
        <PageTitle>{t('activity:title')}</PageTitle>
        <ActivityNavigation tab="reports" />
        <p className={layout.lead}>{t('text')}</p>
        <ScanReportList />
      </div>
    </Page>
  );
};

export const ScanReportsPage = permitted(['libraries-write'], ScanReportsPageContent);
