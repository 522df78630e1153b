import { ActionIcon, useMantineColorScheme } from '@mantine/core';
import {
  IconArrowLeft,
  IconArrowRight,
  IconMoon,
  IconPin,
  IconPinnedFilled,
  IconSun,
} from '@tabler/icons-react';
import { Link, useCanGoBack, useLocation, useRouter } from '@tanstack/react-router';
import { useCallback, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

import { useCan, useUser } from '../../api/session-store.ts';
import { ActivityButton } from '../../features/scans/activity-button.tsx';
import { usePin } from '../../features/sidebar/use-pin.ts';
import { OnDemand } from '../../ui/controls/on-demand.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { latePart } from '../../ui/feedback/late-part.tsx';
import { useCrumbs } from '../../ui/layout/page-title.ts';
import { isBeforeHistoryEnd } from '../history-end.ts';
import { SearchButton } from './search-button.tsx';
import classes from './top-bar.module.css';
import { useIsDark } from './use-is-dark.ts';

const SharingPill = latePart(async () => ({
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
          <span className={classes.sharing}>
            <SharingPill />
          </span>
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

const Breadcrumb = () => {
  const { t } = useTranslation();
  const crumbs = useCrumbs((head) => head.crumbs);
  return (
    <nav className={classes.crumbs} aria-label={t('shell.breadcrumb')}>
      <ol>
        {crumbs.map(({ label, link }, index) => (
          <li key={`${index} ${label}`} data-hint={label}>
            {link === undefined ? (
              <span aria-current="page" data-label>
                {label}
              </span>
            ) : (
              <Link {...link} data-label>
                {label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
};

/** Whether the history has an entry to go forward to. */
const useCanGoForward = (): boolean => {
  const { history } = useRouter();
  const subscribe = useCallback(
    (onChange: () => void) => {
      const watched = navigation();
      if (!watched) return history.subscribe(onChange);
      watched.addEventListener('currententrychange', onChange);
      return () => watched.removeEventListener('currententrychange', onChange);
    },
    [history],
  );
  return useSyncExternalStore(
    subscribe,
    () => navigation()?.canGoForward ?? isBeforeHistoryEnd(history),
  );
};

// eslint-disable-next-line floor/member-above-floor -- undefined where it is missing, whatever the types say
const navigation = (): Navigation | undefined => window.navigation;

/** Pins the open page, with its filters, to the sidebar. */
const PinButton = () => {
  const { t } = useTranslation();
  const { href, pathname } = useLocation();
  const title = useCrumbs(({ crumbs }) => crumbs.at(-1)?.label);
  const { isPinned, isPossible, toggle } = usePin({ href, title: title ?? '' });
  if (pathname === '/' || title === undefined || !isPossible) return null;

  const label = t(isPinned ? 'shell.unpin' : 'shell.pin');
  return (
    <ActionIcon
      className={classes.pin}
      size={28}
      aria-label={label}
      aria-pressed={isPinned}
      data-hint={label}
      onClick={toggle}
    >
      {isPinned ? <IconPinnedFilled size={16} /> : <IconPin size={16} stroke={1.6} />}
    </ActionIcon>
  );
};

const ProfileMenu = lazyPart(async () => ({
  default: (await import('./profile-menu.tsx')).ProfileMenu,
}));

const ProfileButton = () => {
  const { t } = useTranslation();
  const user = useUser();
  if (user === null) return null;
  const button = (
    <ActionIcon radius="xl" size={34} aria-haspopup="menu" aria-label={t('profile.open')}>
      <span className={classes.person} aria-hidden>
        {user.username.slice(0, 1)}
      </span>
    </ActionIcon>
  );
  return (
    <OnDemand button={button}>
      <ProfileMenu user={user} button={button} />
    </OnDemand>
  );
};
