import { Button } from '@mantine/core';
import { IconBooks, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import type { Library } from '../../../../shared/api/libraries.ts';
import { isOver } from '../../api/live-cache.ts';
import { scanStatusQuery } from '../../api/queries.ts';
import { useCan } from '../../api/session-store.ts';
import { EmptyState } from '../../ui/state.tsx';
import { useStartScan } from '../scans/mutations.ts';

/** Why a library shows nothing, and what to do about it. */
export const NothingHere = ({ library }: { library: Library }) => {
  const { t } = useTranslation('library');
  const { data: scan } = useQuery(scanStatusQuery(library.id));
  const start = useStartScan();
  const mayScan = useCan('libraries-write');
  if (scan === undefined || !library.available) return null;

  const reason = !isOver(scan) ? 'scanning' : scan.status === 'idle' ? 'notScanned' : 'noBooks';
  return (
    <EmptyState
      icon={<IconBooks stroke={1.25} />}
      title={t(`${reason}.title`)}
      action={
        reason !== 'scanning' &&
        mayScan && (
          <Button
            leftSection={<IconRefresh size={16} />}
            loading={start.isPending}
            onClick={() => start.mutate({ id: library.id, mode: 'normal' })}
          >
            {t('scan')}
          </Button>
        )
      }
    >
      {t(`${reason}.text`, {
        path: library.path,
        done: scan.files_processed,
        total: scan.files_total,
      })}
    </EmptyState>
  );
};
