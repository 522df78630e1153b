import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx';

/** Asks for confirmation before opening an external link, and shows its target. */
export const LinkDialog = ({ url, onClose }: { url: string; onClose: () => void }) => {
  const { t } = useTranslation('text');
  return (
    <Dialog title={t('link.title')} opened onClose={onClose}>
      <p>{t('link.text')}</p>
      <p style={{ marginTop: 8, overflowWrap: 'anywhere', fontWeight: 600 }}>{url}</p>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('link.cancel')}
        </Button>
        <Button
          component="a"
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          onClick={onClose}
        >
          {t('link.open')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
