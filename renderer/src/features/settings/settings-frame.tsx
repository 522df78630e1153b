import { Outlet } from '@tanstack/react-router';

import classes from './settings-frame.module.css';
import { SettingsNavigation } from './settings-navigation.tsx';

/**
 * Layout of the settings: navigation beside the page; on a phone the navigation is the first page.
 */
export const SettingsFrame = () => (
  <div className={classes.frame}>
    <aside className={classes.aside}>
      <SettingsNavigation />
    </aside>
    <div className={classes.page}>
      <Outlet />
    </div>
  </div>
);
