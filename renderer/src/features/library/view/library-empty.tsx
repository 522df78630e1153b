import { Button } from '@mantine/core';
import { IconBooks, IconFilterOff, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import type { Library } from '../../../../../shared/api/libraries.ts';
import { isOver } from '../../../api/scan-state.ts';
import { scanStatusQuery } from '../../../api/queries.ts';
import { useCan } from '../../../api/session-store.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { useStartScan } from '../../scans/mutations.ts';
import { isAllLibraries } from './all-libraries.ts';

interface NothingHereProps {
  library: Library;
  /** Clears the filter; null if there is none. */
  onClear: (() => void) | null;
}

/** Explains why a library shows nothing, and what to do. */
export const LibraryEmpty = ({ library, onClear }: NothingHereProps) => {
  const { t } = useTranslation(['library', 'browse', 'filters']);
  const { data: scan } = useQuery({
    ...scanStatusQuery(library.id),
    enabled: !isAllLibraries(library),
  });
  const start = useStartScan();
  const canScan = useCan('libraries-write');
  if (onClear !== null) {
    return (
      <EmptyState
        icon={<IconFilterOff stroke={1.25} />}
        title={t('filters:nothing.title')}
        action={<Button onClick={onClear}>{t('filters:clear')}</Button>}
      >
        {t('filters:nothing.text')}
      </EmptyState>
    );
  }
  if (scan === undefined || !library.available) return null;

  const reason = !isOver(scan) ? 'scanning' : scan.status === 'idle' ? 'notScanned' : 'noBooks';
  return (
    <EmptyState
      icon={<IconBooks stroke={1.25} />}
      title={t(`browse:${reason}.title`)}
      action={
        reason !== 'scanning' &&
        canScan && (
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
      {t(`browse:${reason}.text`, {
        path: library.path || library.name,
        done: scan.files_processed,
        total: scan.files_total,
      })}
    </EmptyState>
  );
};
