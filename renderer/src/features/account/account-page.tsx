import { useTranslation } from 'react-i18next';

import { useCan, useUser } from '../../api/session-store.ts';
import { Row, Section } from '../settings/section.tsx';
import { SettingsBody } from '../settings/settings-body.tsx';
import settings from '../settings/settings-page.module.css';
import { ApiKeys } from './api-keys.tsx';
import { AppsSection } from './apps-section.tsx';
import { OwnForm } from './own-form.tsx';

/** Own e-mail address, password and API keys. */
export const AccountPage = () => {
  const { t } = useTranslation(['account', 'people']);
  const user = useUser();
  const canKeys = useCan('api-keys-read');
  if (user === null) return null;
  return (
    <SettingsBody section="account">
      <Section title={t('about')}>
        <div className={settings.card}>
          <Row label={user.username} text={t(`people:roles.${user.role}`)} />
        </div>
      </Section>
      <Section title={t('change.title')}>
        <OwnForm username={user.username} email={user.email} />
      </Section>
      <AppsSection />
      {canKeys && <ApiKeys />}
    </SettingsBody>
  );
};
