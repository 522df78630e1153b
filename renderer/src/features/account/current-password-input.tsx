import { PasswordInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import { currentPasswordField } from '../../ui/controls/sign-in-fields.ts';

interface CurrentPasswordInputProps {
  value: string;
  onChange: (value: string) => void;
}

/** The current password, which confirms a change of the account. */
export const CurrentPasswordInput = ({ value, onChange }: CurrentPasswordInputProps) => {
  const { t } = useTranslation(['account', 'setup']);
  return (
    <PasswordInput
      label={t('change.current')}
      {...currentPasswordField}
      data-autofocus
      visibilityToggleButtonProps={{ 'aria-label': t('setup:owner.showPassword') }}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
};
