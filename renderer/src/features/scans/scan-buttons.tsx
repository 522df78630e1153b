import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import type { Scan } from '../../../../shared/api/scan-record.ts';
import classes from './activity.module.css';
import { useCancelScan, usePauseScan } from './mutations.ts';

/** Actions for a scan in progress. */
export const ScanButtons = ({ scan }: { scan: Scan }) => {
  const { t } = useTranslation('scans');
  const pause = usePauseScan();
  const cancel = useCancelScan();
  const { library_id: id, library_name: name, paused } = scan;
  return (
    <span className={classes.buttons}>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={t(paused ? 'resumeNamed' : 'pauseNamed', { name })}
        loading={pause.isPending}
        onClick={() => pause.mutate({ id, paused: !paused })}
      >
        {t(paused ? 'resume' : 'pause')}
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={t('cancelNamed', { name })}
        loading={cancel.isPending}
        onClick={() => cancel.mutate(id)}
      >
        {t('cancel')}
      </Button>
    </span>
  );
};
