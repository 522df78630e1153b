import { NumberInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface VolumeNameFieldsProps {
  number: number | string;
  onNumber: (number: number | string) => void;
  title: string;
  onTitle: (title: string) => void;
  /** The number gets the focus of the dialog. */
  autoFocus?: boolean;
}

/** Number and title of a volume. */
export const VolumeNameFields = ({
  number,
  onNumber,
  title,
  onTitle,
  autoFocus,
}: VolumeNameFieldsProps) => {
  const { t } = useTranslation('volumes');
  return (
    <>
      <NumberInput
        data-autofocus={autoFocus}
        label={t('edit.number')}
        min={0}
        max={999}
        value={number}
        onChange={onNumber}
      />
      <TextInput
        label={t('edit.title')}
        maxLength={255}
        value={title}
        onChange={(event) => onTitle(event.currentTarget.value)}
      />
    </>
  );
};
