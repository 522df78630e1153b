import { TextInput } from '@mantine/core';

import { FolderButton } from './folder-button.tsx';

interface PathInputProps {
  label: string;
  value: string;
  onChange: (path: string) => void;
  className?: string | undefined;
}

/** The path of a folder or file on the server's computer, typed or picked. */
export const PathInput = ({ label, value, onChange, className }: PathInputProps) => (
  <>
    <TextInput
      {...(className === undefined ? {} : { className })}
      label={label}
      value={value}
      maxLength={4096}
      spellCheck={false}
      autoCapitalize="off"
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
    <FolderButton onPick={onChange} />
  </>
);
