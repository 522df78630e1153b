import { TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';

interface SearchFieldProps extends Omit<
  TextInputProps,
  'label' | 'onChange' | 'placeholder' | 'type'
> {
  /** Accessible name, and the placeholder. */
  label: string;
  value: string;
  onChange: (text: string) => void;
}

export const SearchField = ({ label, onChange, ...props }: SearchFieldProps) => (
  <TextInput
    type="search"
    aria-label={label}
    placeholder={label}
    leftSection={<IconSearch size={16} />}
    {...props}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);
