import { ActionIcon, useMantineColorScheme } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconMoon, IconSun } from '@tabler/icons-react';
import { useCanGoBack, useRouter } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';

import { useCan } from '../../api/session-store.ts';
import { ActivityButton } from '../../features/scans/activity-button.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { PinButton } from './pin-button.tsx';
import { ProfileButton } from './profile-button.tsx';
import { SearchButton } from './search-button.tsx';
import classes from './top-bar.module.css';
import { useCanGoForward } from './use-can-go-forward.ts';
import { useIsDark } from './use-is-dark.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';

const SharingPill = lazyPart(async () => ({
  default: (await import('./sharing-pill.tsx')).SharingPill,
}));

export const TopBar = ({ isPhone }: { isPhone: boolean }) => {
  const canSeeSharing = useCan('system-admin');
  return (
    <header className={classes.bar}>
      <History />
      <div className={classes.place}>
        <Breadcrumb />
        {!isPhone && <PinButton />}
      </div>
      <div className={classes.tools}>
        <SearchButton />
        {canSeeSharing && !isPhone && (
          <Suspense>
            <SharingPill />
          </Suspense>
        )}
        <ActivityButton />
        <ThemeToggle />
        <ProfileButton />
      </div>
    </header>
  );
};

const History = () => {
  const { t } = useTranslation();
  const { history } = useRouter();
  const canGoBack = useCanGoBack();
  const canGoForward = useCanGoForward();
  return (
    <div className={classes.history}>
      <ActionIcon
        aria-label={t('shell.back')}
        data-hint={t('shell.back')}
        disabled={!canGoBack}
        onClick={() => history.back()}
      >
        <IconArrowLeft size={19} stroke={1.6} />
      </ActionIcon>
      <ActionIcon
        className={classes.forward}
        aria-label={t('shell.forward')}
        data-hint={t('shell.forward')}
        disabled={!canGoForward}
        onClick={() => history.forward()}
      >
        <IconArrowRight size={19} stroke={1.6} />
      </ActionIcon>
    </div>
  );
};

const ThemeToggle = () => {
  const { t } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const dark = useIsDark();
  const label = t(dark ? 'shell.toLight' : 'shell.toDark');
  return (
    <ActionIcon
      className={classes.theme}
      size={34}
      aria-label={label}
      data-hint={label}
      onClick={() => setColorScheme(dark ? 'light' : 'dark')}
    >
      {dark ? <IconSun size={19} stroke={1.6} /> : <IconMoon size={19} stroke={1.6} />}
    </ActionIcon>
  );
};
