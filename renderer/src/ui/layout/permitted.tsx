import { IconLock } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';

import type { Permission } from '../../../../shared/permissions.ts';
import { useUser } from '../../api/session-store.ts';
import { DeadEndPage } from './not-found-page.tsx';

/** Shows the page, or a message without any request to people who lack one of these permissions. */
export const permitted = (needs: readonly Permission[], Content: ComponentType): ComponentType =>
  function PermittedPage() {
    const permissions = useUser()?.permissions;
    // Somebody who signs out stays on the page until the next one is shown.
    const missing = permissions && needs.find((need) => !permissions.includes(need));
    return missing === undefined ? <Content /> : <ForbiddenPage need={missing} />;
  };

export const ForbiddenPage = ({ need }: { need: Permission }) => {
  const { t } = useTranslation('people');
  return (
    <DeadEndPage icon={<IconLock stroke={1.25} />} title={t('forbidden.title')}>
      {need === 'system-admin'
        ? t('forbidden.admins')
        : t('forbidden.text', { permission: t(`permissions.${need}`) })}
    </DeadEndPage>
  );
};
