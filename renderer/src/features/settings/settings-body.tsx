import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { usePageHead } from '../../app/page-head.ts';
import { Page, PageTitle } from '../../ui/page.tsx';
import type { SettingsPlace } from './settings-places.ts';
import classes from './settings-page.module.css';

/** A page of the settings under its name. */
export const SettingsBody = ({
  place,
  aside,
  wide = false,
  children,
}: {
  place: SettingsPlace['id'];
  aside?: ReactNode;
  /** For tables. */
  wide?: boolean;
  children: ReactNode;
}) => {
  const { t } = useTranslation('settings');
  const title = t(`places.${place}`);
  usePageHead(title, [{ label: t('title'), link: { to: '/settings' } }]);
  return (
    <Page>
      <div className={wide ? classes.wide : classes.column}>
        <PageTitle aside={aside}>{title}</PageTitle>
        {children}
      </div>
    </Page>
  );
};
