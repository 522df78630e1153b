import { Outlet } from '@tanstack/react-router';

import classes from './settings-frame.module.css';
import { SettingsNavigation } from './settings-navigation.tsx';

/** All pages of the settings, with the way between them beside; on a phone that is the first page. */
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
