import { Menu } from '@mantine/core';
import { IconCheck, IconKeyboard, IconLogout, IconSettings } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';

import { languages } from '../../../../shared/languages.ts';
import type { CurrentUser } from '../../../../shared/api/auth.ts';
import { signOut } from '../../offline/sign-out.ts';
import { openShortcutSheet } from '../../commands/sheet-store.ts';
import { MenuLink } from '../../ui/layout/menu-link.tsx';
import { setPreference } from '../../ui/preferences.ts';

interface ProfileMenuProps {
  user: CurrentUser;
  /** The button that opens the menu. */
  button: ReactElement;
}

/** Menu of the signed-in user: settings, shortcuts, language, sign-out. Initially open. */
export const ProfileMenu = ({ user, button }: ProfileMenuProps) => {
  const { t, i18n } = useTranslation();
  return (
    <Menu defaultOpened>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('profile.signedInAs', { name: user.username })}</Menu.Label>
        <MenuLink to="/settings" leftSection={<IconSettings size={16} />}>
          {t('nav.settings')}
        </MenuLink>
        <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={openShortcutSheet}>
          {t('profile.shortcuts')}
        </Menu.Item>
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
