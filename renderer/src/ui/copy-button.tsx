import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Copies a text. `what` names it for a screen reader. */
export const CopyButton = ({ text, what }: { text: string; what: string }) => {
  const { t } = useTranslation('devices');
  const [copied, setCopied] = useState(false);
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={t('copyWhat', { what })}
      leftSection={copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
      onClick={() => void copy(text).then(setCopied)}
    >
      {t(copied ? 'copied' : 'copy')}
    </Button>
  );
};

/** Browsers have the clipboard over https only; over http the old way still works. */
const copy = async (text: string): Promise<boolean> => {
  if (window.isSecureContext) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return false;
    }
  }
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way without a secure context
  const done = document.execCommand('copy');
  field.remove();
  return done;
};
