import { useTranslation } from 'react-i18next';

/** Names a role of a creator; roles without a name of their own are shown as they are. */
export const useRoleName = (): ((role: string) => string) => {
  const { t } = useTranslation('creators');
  return (role) => t(`roles.${role}` as 'roles.writer', { defaultValue: role });
};
