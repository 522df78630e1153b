import { ActionIcon, Tooltip, useMantineColorScheme } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconMoon, IconSun } from '@tabler/icons-react';
import { Link, useCanGoBack, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { ActivityButton } from '../../features/scans/activity-button.tsx';
import { useCrumbs } from '../page-head.ts';
import { ProfileMenu } from './profile-menu.tsx';
import classes from './top-bar.module.css';
import { useDarkness } from './use-darkness.ts';

export const TopBar = () => {
  const { t } = useTranslation();
  const { history } = useRouter();
  const canGoBack = useCanGoBack();
  return (
    <header className={classes.bar}>
      <div className={classes.history}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('shell.back')}
          disabled={!canGoBack}
          onClick={() => history.back()}
        >
          <IconArrowLeft size={19} stroke={1.6} />
        </ActionIcon>
        <ActionIcon
          className={classes.forward}
          variant="subtle"
          color="gray"
          aria-label={t('shell.forward')}
          onClick={() => history.forward()}
        >
          <IconArrowRight size={19} stroke={1.6} />
        </ActionIcon>
      </div>
      <Breadcrumb />
      <div className={classes.tools}>
        <ActivityButton />
        <ThemeToggle />
        <ProfileMenu />
      </div>
    </header>
  );
};

const Breadcrumb = () => {
  const { t } = useTranslation();
  const crumbs = useCrumbs((head) => head.crumbs);
  return (
    <nav className={classes.crumbs} aria-label={t('shell.breadcrumb')}>
      <ol>
        {crumbs.map(({ label, link }, index) => (
          <li key={`${index} ${label}`}>
            {link === undefined ? (
              <span aria-current="page">{label}</span>
            ) : (
              <Link {...link}>{label}</Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
};

const ThemeToggle = () => {
  const { t } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const dark = useDarkness();
  const label = t(dark ? 'shell.toLight' : 'shell.toDark');
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={label}
        onClick={() => setColorScheme(dark ? 'light' : 'dark')}
      >
        {dark ? <IconSun size={19} stroke={1.6} /> : <IconMoon size={19} stroke={1.6} />}
      </ActionIcon>
    </Tooltip>
  );
};
