import { useTranslation } from 'react-i18next';

import { usePageHead } from '../../app/page-head.ts';
import { Page, PageTitle } from '../../ui/page.tsx';
import { ActivityNavigation } from '../activity/activity-navigation.tsx';
import { ScanReportList } from './scan-report-list.tsx';
import classes from './scan-reports.module.css';

/** What scans did. */
export const ScanReportsPage = () => {
  const { t } = useTranslation(['scanReports', 'activity']);
  usePageHead(t('title'), [{ label: t('activity:title'), link: { to: '/activity' } }]);
  return (
    <Page>
      <div className={classes.column}>
        <PageTitle>{t('activity:title')}</PageTitle>
        <ActivityNavigation tab="reports" />
        <p className={classes.lead}>{t('text')}</p>
        <ScanReportList />
      </div>
    </Page>
  );
};
