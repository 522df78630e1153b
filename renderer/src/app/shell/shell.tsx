import { useMediaQuery } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { CardMenuHost } from '../../features/card-menu/card-menu-host.tsx';
import { ListsHost } from '../../features/lists/add-host.tsx';
import { PaletteHost } from '../../features/palette/palette-host.tsx';
import { LostBanner } from '../lost-banner.tsx';
import { usePreferences } from '../preferences.ts';
import { BottomTabs } from './bottom-tabs.tsx';
import { Dialogs } from './dialogs.tsx';
import { LeftPlaceKeeper } from './left-place.tsx';
import { Rail } from './rail.tsx';
import classes from './shell.module.css';
import { TopBar } from './top-bar.tsx';
import { useSharedLook } from './use-shared-look.ts';
import { useShellCommands } from './use-shell-commands.ts';

/** Below this width the rail becomes bottom tabs and dialogs become sheets. */
export const phoneQuery = '(max-width: 767px)';

/** The frame around every view but the reader. */
export const Shell = () => {
  const { t } = useTranslation();
  const phone = useMediaQuery(phoneQuery, undefined, { getInitialValueInEffect: false });
  const collapsed = usePreferences((preferences) => preferences.railCollapsed);
  useShellCommands();
  useSharedLook();

  return (
    <div className={classes.shell} data-collapsed={collapsed || undefined}>
      <a className={classes.skip} href="#content">
        {t('shell.skip')}
      </a>
      {!phone && <Rail isCollapsed={collapsed} />}
      <div className={classes.column}>
        <TopBar isPhone={phone} />
        <LostBanner />
        <main
          id="content"
          className={classes.content}
          tabIndex={-1}
          data-scroll-restoration-id="content"
        >
          <LeftPlaceKeeper>
            <Outlet />
          </LeftPlaceKeeper>
          <CardMenuHost />
        </main>
        {phone && <BottomTabs />}
      </div>
      <PaletteHost />
      <ListsHost />
      <Dialogs />
    </div>
  );
};
