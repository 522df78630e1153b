import { Button, type ButtonProps } from '@mantine/core';
import { IconFolder } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { desktop } from '../../api/desktop.ts';
import { FolderBrowser } from './folder-browser.tsx';

interface FolderButtonProps extends Pick<ButtonProps, 'size' | 'variant'> {
  onPick: (path: string) => void;
  label?: string;
}

/**
 * Picks a folder: with the native dialog on the desktop, with the server's folder browser
 * otherwise.
 */
export const FolderButton = ({ onPick, label, size, variant = 'default' }: FolderButtonProps) => {
  const { t } = useTranslation('setup');
  const [browsing, setBrowsing] = useState(false);
  const ask = async () => {
    if (desktop === undefined) {
      setBrowsing(true);
      return;
    }
    const path = await desktop.pickFolder();
    if (path !== null) onPick(path);
  };
  return (
    <>
      <Button
        variant={variant}
        {...(size === undefined ? {} : { size })}
        leftSection={<IconFolder size={17} />}
        onClick={() => void ask()}
      >
        {label ?? t('choose')}
      </Button>
      <FolderBrowser
        opened={browsing}
        onClose={() => setBrowsing(false)}
        onPick={(path) => {
          setBrowsing(false);
          onPick(path);
        }}
      />
    </>
  );
};
