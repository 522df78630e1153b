import { IconBooks, IconDots, IconDownload, IconHome, IconSearch } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { openPalette } from '../../features/palette/palette-store.ts';
import { useRunningScans } from '../../features/scans/use-scans.ts';
import { withTranslations } from '../../locales/with-translations.ts';
import classes from './bottom-tabs.module.css';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';

const MoreSheet = lazyPart(async () => ({
  default: (await withTranslations(import('./more-sheet.tsx'))).MoreSheet,
}));

/** Navigation on a phone. */
export const BottomTabs = () => {
  const { t } = useTranslation();
  const scanning = useRunningScans().size > 0;
  const [isOpen, setOpen] = useState(false);
  const [isNeeded, setNeeded] = useState(false);
  const isInLibrary = useLocation({
    select: ({ pathname }) => pathname.startsWith('/library/'),
  });
  return (
    <nav className={classes.tabs} aria-label={t('shell.navigation')}>
      <Link to="/" className={classes.tab} activeOptions={{ exact: true }}>
        <IconHome />
        {t('nav.home')}
      </Link>
      <Link to="/libraries" className={classes.tab} aria-current={isInLibrary ? 'page' : undefined}>
        <span className={classes.icon} data-busy={scanning || undefined}>
          <IconBooks />
        </span>
        {t('nav.libraries')}
      </Link>
      <button type="button" className={classes.tab} aria-haspopup="dialog" onClick={openPalette}>
        <IconSearch />
        {t('nav.search')}
      </button>
      <Link to="/downloads" className={classes.tab}>
        <IconDownload />
        {t('nav.downloads')}
      </Link>
      <button
        type="button"
        className={classes.tab}
        aria-haspopup="dialog"
        onClick={() => {
          setNeeded(true);
          setOpen(true);
        }}
      >
        <IconDots />
        {t('nav.more')}
      </button>
      {isNeeded && <MoreSheet isOpen={isOpen} onClose={() => setOpen(false)} />}
    </nav>
  );
};
