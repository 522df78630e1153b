import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { useCan, useUser } from '../../api/session-store.ts';
import { HistorySection } from '../readings/history-section.tsx';
import { Row, Section } from '../settings/section.tsx';
import { SettingsBody } from '../settings/settings-body.tsx';
import settings from '../settings/settings-page.module.css';
import { identitiesQuery } from '../single-sign-on/queries.ts';
import { ApiKeys } from './api-keys.tsx';
import { AppsSection } from './apps-section.tsx';
import { LinkedAccounts } from './linked-accounts.tsx';
import { OwnForm } from './own-form.tsx';
import { Passkeys } from './passkeys.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';
import { SignIns } from './sign-ins.tsx';

export { firstRequests } from './account-requests.ts';

/**
 * Own e-mail address and password, linked accounts, second factor, passkeys, sessions and API keys.
 */
export const AccountPage = () => {
  const { t } = useTranslation(['account', 'people']);
  const user = useUser();
  const canKeys = useCan('api-keys-read');
  const { data: linked } = useQuery(identitiesQuery());
  if (user === null) return null;
  return (
    <SettingsBody section="account">
      <Section title={t('about')}>
        <div className={settings.card}>
          <Row label={user.username} text={t(`people:roles.${user.role}`)} />
        </div>
      </Section>
      {/* Both changes need the current password. */}
      {linked?.has_password !== false && (
        <Section title={t('change.title')}>
          <OwnForm username={user.username} email={user.email} />
        </Section>
      )}
      <LinkedAccounts />
      <SecondFactor />
      <Passkeys />
      {canKeys && <Sessions />}
      {canKeys && <SignIns />}
      <AppsSection />
      <HistorySection />
      {canKeys && <ApiKeys />}
    </SettingsBody>
  );
};
