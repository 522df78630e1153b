import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { copyText } from './copy-text.ts';

/** Copies a text. `what` names it for screen readers. */
export const CopyButton = ({ text, what }: { text: string; what: string }) => {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={t('copyWhat', { what })}
      leftSection={copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
      onClick={() => void copyText(text).then(setCopied)}
    >
      {t(copied ? 'copied' : 'copy')}
    </Button>
  );
};
