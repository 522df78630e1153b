import { ActionIcon, Menu } from '@mantine/core';
import { IconCheck, IconLogout, IconSettings } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { signOut } from '../../api/session.ts';
import { useUser } from '../../api/session-store.ts';
import { MenuLink } from '../../ui/links.tsx';
import { languages, setPreference } from '../preferences.ts';
import classes from './top-bar.module.css';

export const ProfileMenu = () => {
  const { t, i18n } = useTranslation();
  const user = useUser();
  if (user === null) return null;
  return (
    <Menu width={220}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          radius="xl"
          size={34}
          aria-label={t('profile.open')}
        >
          <span className={classes.person} aria-hidden>
            {user.username.slice(0, 1)}
          </span>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('profile.signedInAs', { name: user.username })}</Menu.Label>
        <MenuLink to="/settings" leftSection={<IconSettings size={16} />}>
          {t('nav.settings')}
        </MenuLink>
        <Menu.Divider />
        <Menu.Label>{t('profile.language')}</Menu.Label>
        {languages.map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            leftSection={<IconCheck size={16} opacity={i18n.language === language ? 1 : 0} />}
            onClick={() => setPreference({ language })}
          >
            {t(`languages.${language}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void signOut()}>
          {t('profile.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
