import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import type { Library } from '../../../../../shared/api/libraries.ts';
import { Dialog, DialogActions } from '../../../ui/feedback/dialog.tsx';
import { useStartScan } from '../../scans/mutations.ts';

/** Offers a scan after a change that takes effect with the next one. */
export const ScanNow = ({ library, onClose }: { library: Library; onClose: () => void }) => {
  const { t } = useTranslation('scanRules');
  const start = useStartScan();
  const scan = () => {
    start.mutate({ id: library.id, mode: 'normal' });
    onClose();
  };
  return (
    <Dialog title={t('scan.title')} opened onClose={onClose}>
      <p>{t('scan.text', { name: library.name })}</p>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('scan.later')}
        </Button>
        <Button data-autofocus onClick={scan}>
          {t('scan.now')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
