import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { useCan, useUser } from '../../api/session-store.ts';
import tabs from '../../ui/layout/tabs.module.css';
import { useShownTab } from '../../ui/layout/use-shown-tab.ts';
import classes from './activity-page.module.css';
import { activityTabs, type ActivityTab } from './activity-tabs.ts';

/** Tabs of the activity pages; scan reports have their own URLs. */
export const ActivityNavigation = ({ tab }: { tab: keyof typeof activityTabs | 'reports' }) => {
  const { t } = useTranslation('activity');
  const permissions = useUser()?.permissions ?? [];
  const names = (Object.keys(activityTabs) as (keyof typeof activityTabs)[]).filter((name) => {
    const tabOf: ActivityTab = activityTabs[name];
    return tabOf.needs?.every((permission) => permissions.includes(permission)) ?? true;
  });
  const canSeeReports = useCan('libraries-write');
  return (
    <nav
      ref={useShownTab(tab)}
      className={`${tabs.tabs} ${tabs.lined} ${classes.tabs}`}
      aria-label={t('title')}
    >
      {names.map((name) => (
        <Link
          key={name}
          to="/activity"
          search={name === 'now' ? {} : { tab: name }}
          activeOptions={{ exact: true }}
          className={tabs.tab}
          aria-current={name === tab ? 'page' : undefined}
        >
          {t(`tabs.${name}`)}
        </Link>
      ))}
      {canSeeReports && (
        <Link
          to="/activity/reports"
          className={tabs.tab}
          aria-current={tab === 'reports' ? 'page' : undefined}
        >
          {t('tabs.reports')}
        </Link>
      )}
    </nav>
  );
};
