import { Outlet, useRouterState } from '@tanstack/react-router';

import { useUser } from '../../api/session-store.ts';
import { ForbiddenPage } from '../../ui/layout/permitted.tsx';
import classes from './settings-frame.module.css';
import { SettingsNavigation } from './settings-navigation.tsx';
import { settingsSections } from './settings-sections.ts';

/**
 * Layout of the settings: navigation beside the page; on a phone the navigation is the first page.
 */
export const SettingsFrame = () => (
  <div className={classes.frame}>
    <aside className={classes.aside}>
      <SettingsNavigation />
    </aside>
    <div className={classes.page}>
      <PermittedOutlet />
    </div>
  </div>
);

const PermittedOutlet = () => {
  // Not the address, which is ahead of the page while the next one loads.
  const shown = useRouterState({ select: ({ matches }) => matches.at(-1)?.fullPath });
  const permissions = useUser()?.permissions ?? [];
  const need = settingsSections.find(({ to: path }) => path === shown)?.need;
  return need === undefined || permissions.includes(need) ? (
    <Outlet />
  ) : (
    <ForbiddenPage need={need} />
  );
};
