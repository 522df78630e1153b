import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { usePageTitle } from '../../ui/layout/page-title.ts';
import { Page, PageTitle } from '../../ui/layout/page.tsx';
import { ActivityNavigation } from './activity-navigation.tsx';
import layout from '../../ui/layout/report-page.module.css';
import { activityTabs } from './activity-tabs.ts';
import { permitted } from '../../ui/layout/permitted.tsx';

/** Running, queued and finished tasks. */
const ActivityPageContent = () => {
  const { t } = useTranslation('activity');
  usePageTitle(t('title'));
  const { tab = 'now' } = useSearch({ from: '/shell/activity' });
  const { view: View } = activityTabs[tab];
  return (
    <Page>
      <div className={layout.column}>
        <PageTitle>{t('title')}</PageTitle>
        <ActivityNavigation tab={tab} />
        <View />
      </div>
    </Page>
  );
};

export const ActivityPage = permitted(['tasks-read'], ActivityPageContent);
