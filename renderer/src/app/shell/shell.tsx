import { useMantineColorScheme } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

import { desktop } from '../../api/desktop.ts';
import { viewedPerson } from '../../api/view-as.ts';
import { CardMenuHost } from '../../features/card-menu/card-menu-host.tsx';
import { ListsHost } from '../../features/lists/lists-host.tsx';
import { PaletteHost } from '../../features/palette/palette-host.tsx';
import { withTranslations } from '../../locales/with-translations.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { latePart } from '../../ui/feedback/late-part.tsx';
import { SavedScrollKeeper } from '../../ui/lists/saved-scroll.tsx';
import { usePreferences } from '../../ui/preferences.ts';
import { OfflineBanner } from '../offline-banner.tsx';
import { BottomTabs } from './bottom-tabs.tsx';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';
import { useShellCommands } from './use-shell-commands.ts';

/** A dialog that is opened before is shown then. */
const Dialogs = latePart(async () => ({ default: (await import('./dialogs.tsx')).Dialogs }));

const ViewAsBanner = lazyPart(async () => ({
  default: (await withTranslations(import('../view-as-banner.tsx'))).ViewAsBanner,
}));

/** Below this width bottom tabs replace the sidebar, and sheets replace dialogs. */
export const phoneQuery = '(max-width: 767px)';

/** Frame around every view except the readers. */
export const Shell = () => {
  const { t } = useTranslation();
  const phone = useMediaQuery(phoneQuery, undefined, { getInitialValueInEffect: false });
  const collapsed = usePreferences((preferences) => preferences.railCollapsed);
  useShellCommands();
  useSyncAppearance();

  return (
    <div className={classes.shell} data-collapsed={collapsed || undefined}>
      <a className={classes.skip} href="#content">
        {t('shell.skip')}
      </a>
      {!phone && <Sidebar isCollapsed={collapsed} />}
      <div className={classes.column}>
        <TopBar isPhone={phone} />
        <OfflineBanner />
        {viewedPerson() !== null && <ViewAsBanner />}
        <main
          id="content"
          className={classes.content}
          tabIndex={-1}
          data-scroll-restoration-id="content"
        >
          <SavedScrollKeeper>
            <Outlet />
          </SavedScrollKeeper>
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

/** Publishes colour scheme and language to the desktop shell, initially and on change. */
const useSyncAppearance = (): void => {
  const { colorScheme } = useMantineColorScheme();
  const language = usePreferences((preferences) => preferences.language);
  useEffect(() => {
    // Ignored: wrong colours in a window are not worth an error message.
    desktop?.setAppearance?.({ colorScheme, language }).catch(() => undefined);
  }, [colorScheme, language]);
};
