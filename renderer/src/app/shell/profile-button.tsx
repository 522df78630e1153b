import { ActionIcon } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import { useUser } from '../../api/session-store.ts';
import { OnDemand } from '../../ui/controls/on-demand.tsx';
import classes from './top-bar.module.css';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';

const ProfileMenu = lazyPart(async () => ({
  default: (await import('./profile-menu.tsx')).ProfileMenu,
}));

export const ProfileButton = () => {
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
