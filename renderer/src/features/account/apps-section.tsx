import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { updateMyApps } from '../../../../shared/api/my-apps.ts';
import { changingPermissions, type Permission } from '../../../../shared/permissions.ts';
import { api } from '../../api/client.ts';
import { setSession, useUser } from '../../api/session-store.ts';
import { SavingSwitch } from '../../ui/controls/saving-switch.tsx';
import { FormError } from '../../ui/feedback/form-error.tsx';
import { Row, Section } from '../settings/section.tsx';
import settings from '../settings/settings-page.module.css';

/** Whether apps with these permissions could change anything in the library. */
export const couldChange = (permissions: readonly Permission[]): boolean =>
  changingPermissions.some((name) => permissions.includes(name));

/** Whether reader apps that sign in with the password can change the library. */
export const AppsSection = () => {
  const { t } = useTranslation('account');
  const user = useUser();
  const change = useMutation({
    mutationFn: (apps_can_change: boolean) => api.call(updateMyApps, { body: { apps_can_change } }),
    onSuccess: (changed) => setSession({ status: 'signed-in', user: changed }),
  });
  if (user === null || !couldChange(user.permissions)) return null;
  return (
    <Section title={t('apps.title')}>
      <div className={settings.card}>
        <Row label={t('apps.label')} text={t('apps.text')}>
          <SavingSwitch
            size="md"
            aria-label={t('apps.label')}
            checked={user.apps_can_change}
            onSave={change.mutateAsync}
          />
          <FormError error={change.error} />
        </Row>
      </div>
    </Section>
  );
};
