import { useMediaQuery } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useEditor } from '../../features/editing/editor-store.ts';
import { useLibraryDialog } from '../../features/library/dialogs.ts';
import { LostBanner } from '../lost-banner.tsx';
import { usePreferences } from '../preferences.ts';
import { withTexts } from '../with-texts.ts';
import { BottomTabs } from './bottom-tabs.tsx';
import { Rail } from './rail.tsx';
import classes from './shell.module.css';
import { TopBar } from './top-bar.tsx';
import { useShellCommands } from './use-shell-commands.ts';

/** Forms are loaded when the first dialog opens. */
const LibraryDialogs = lazy(async () => {
  const { LibraryDialogs: component } = await withTexts(
    import('../../features/library/library-dialogs.tsx'),
  );
  return { default: component };
});

const EditingDialogs = lazy(async () => {
  const { EditingDialogs: component } = await withTexts(
    import('../../features/editing/editing-dialogs.tsx'),
  );
  return { default: component };
});

/** Below this width the rail becomes bottom tabs and dialogs become sheets. */
export const phoneQuery = '(max-width: 767px)';

/** The frame around every view but the reader. */
export const Shell = () => {
  const { t } = useTranslation();
  const phone = useMediaQuery(phoneQuery, undefined, { getInitialValueInEffect: false });
  const collapsed = usePreferences((preferences) => preferences.railCollapsed);
  const hasDialog = useLibraryDialog((dialog) => dialog.open !== null);
  const [dialogsNeeded, setDialogsNeeded] = useState(false);
  if (hasDialog && !dialogsNeeded) setDialogsNeeded(true);
  const edits = useEditor((editor) => editor.open !== null);
  const [editorNeeded, setEditorNeeded] = useState(false);
  if (edits && !editorNeeded) setEditorNeeded(true);
  useShellCommands();

  return (
    <div className={classes.shell} data-collapsed={collapsed || undefined}>
      <a className={classes.skip} href="#content">
        {t('shell.skip')}
      </a>
      {!phone && <Rail collapsed={collapsed} />}
      <div className={classes.column}>
        <TopBar />
        <LostBanner />
        <main
          id="content"
          className={classes.content}
          tabIndex={-1}
          data-scroll-restoration-id="content"
        >
          <Outlet />
        </main>
        {phone && <BottomTabs />}
      </div>
      {dialogsNeeded && (
        <Suspense>
          <LibraryDialogs />
        </Suspense>
      )}
      {editorNeeded && (
        <Suspense>
          <EditingDialogs />
        </Suspense>
      )}
    </div>
  );
};
