import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { usePageTitle } from '../../ui/layout/page-title.ts';
import { Page, PageTitle } from '../../ui/layout/page.tsx';
import type { SettingsSection } from './settings-sections.ts';
import classes from './settings-page.module.css';

/** A settings page with its title. */
export const SettingsBody = ({
  section,
  aside,
  wide = false,
  children,
}: {
  section: SettingsSection['id'];
  aside?: ReactNode;
  /** For tables. */
  wide?: boolean;
  children: ReactNode;
}) => {
  const { t } = useTranslation('settings');
  const title = t(`places.${section}`);
  usePageTitle(title, [{ label: t('title'), link: { to: '/settings' } }]);
  return (
    <Page>
      <div className={wide ? classes.wide : classes.column}>
        <PageTitle aside={aside}>{title}</PageTitle>
        {children}
      </div>
    </Page>
  );
};
