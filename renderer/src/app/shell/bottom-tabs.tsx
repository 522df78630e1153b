import { IconBooks, IconDownload, IconHome, IconSettings } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { useRunningScans } from '../../features/scans/use-scans.ts';
import classes from './bottom-tabs.module.css';

/** The way around on a phone. */
export const BottomTabs = () => {
  const { t } = useTranslation();
  const scanning = useRunningScans().size > 0;
  return (
    <nav className={classes.tabs} aria-label={t('shell.navigation')}>
      <Link to="/" className={classes.tab} activeOptions={{ exact: true }}>
        <IconHome />
        {t('nav.home')}
      </Link>
      <Link to="/libraries" className={classes.tab}>
        <span className={classes.icon} data-busy={scanning || undefined}>
          <IconBooks />
        </span>
        {t('nav.libraries')}
      </Link>
      <Link to="/downloads" className={classes.tab}>
        <IconDownload />
        {t('nav.downloads')}
      </Link>
      <Link to="/settings" className={classes.tab}>
        <IconSettings />
        {t('nav.settings')}
      </Link>
    </nav>
  );
};
