import { ActionIcon } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

interface HideButtonProps {
  name: string;
  isHidden: boolean;
  onToggle: () => void;
}

/** Toggle button that hides or shows an entry. */
export const HideButton = ({ name, isHidden, onToggle }: HideButtonProps) => {
  const { t } = useTranslation('shell');
  return (
    <ActionIcon size={26} aria-label={t(isHidden ? 'show' : 'hide', { name })} onClick={onToggle}>
      {isHidden ? <IconEyeOff size={16} /> : <IconEye size={16} />}
    </ActionIcon>
  );
};
