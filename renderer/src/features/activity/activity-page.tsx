import { Link, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { useCan } from '../../api/session-store.ts';
import { usePageHead } from '../../app/page-head.ts';
import { Page, PageTitle } from '../../ui/page.tsx';
import classes from './activity-page.module.css';
import { activityTabs } from './activity-tabs.ts';

/** What runs, what waits, and what became of it. */
export const ActivityPage = () => {
  const { t } = useTranslation('activity');
  usePageHead(t('title'));
  const maySeeReports = useCan('libraries-write');
  const { tab = 'now' } = useSearch({ from: '/shell/activity' });
  const { view: View } = activityTabs[tab];
  return (
    <Page>
      <div className={classes.column}>
        <PageTitle>{t('title')}</PageTitle>
        <nav className={classes.tabs} aria-label={t('title')}>
          {(Object.keys(activityTabs) as (keyof typeof activityTabs)[]).map((name) => (
            <Link
              key={name}
              to="/activity"
              search={name === 'now' ? {} : { tab: name }}
              activeOptions={{ exact: true }}
              className={classes.tab}
              aria-current={name === tab ? 'page' : undefined}
            >
              {t(`tabs.${name}`)}
            </Link>
          ))}
          {maySeeReports && (
            <Link to="/activity/reports" className={classes.tab}>
              {t('tabs.reports')}
            </Link>
          )}
        </nav>
        <View />
      </div>
    </Page>
  );
};
