import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { usePageHead } from '../../app/page-head.ts';
import { Page, PageTitle } from '../../ui/page.tsx';
import { ActivityNavigation } from './activity-navigation.tsx';
import classes from './activity-page.module.css';
import { activityTabs } from './activity-tabs.ts';

/** What runs, what waits, and what became of it. */
export const ActivityPage = () => {
  const { t } = useTranslation('activity');
  usePageHead(t('title'));
  const { tab = 'now' } = useSearch({ from: '/shell/activity' });
  const { view: View } = activityTabs[tab];
  return (
    <Page>
      <div className={classes.column}>
        <PageTitle>{t('title')}</PageTitle>
        <ActivityNavigation tab={tab} />
        <View />
      </div>
    </Page>
  );
};
