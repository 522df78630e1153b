import { Button } from '@mantine/core';
import { IconRefreshOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import type { Library, UpdateLibrary } from '../../../../shared/api/libraries.ts';
import { keys } from '../../api/keys.ts';
import { useChange } from '../../api/use-change.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { reportFailure } from '../../ui/feedback/notify.ts';
import { offerUndo } from '../../ui/feedback/undo.ts';
import { isAutomatic, withAutomaticScans } from '../library/automatic-scans.ts';
import { updateLibraryNow } from '../library/mutations.ts';

/** Names the libraries that are only scanned manually, and turns automatic scans on for all. */
export const ManualLibraries = ({ libraries }: { libraries: readonly Library[] }) => {
  const { t } = useTranslation('settings');
  const manual = libraries.filter((library) => !isAutomatic(library));
  const change = useChange(
    [keys.libraries],
    (changes: ReadonlyMap<string, Partial<UpdateLibrary>>) =>
      Promise.all([...changes].map(([id, fields]) => updateLibraryNow(id, fields))),
    reportFailure,
  );
  if (manual.length === 0) return null;
  const turnOn = () =>
    change.mutate(
      new Map(manual.map((library) => [library.id, withAutomaticScans(library, true)])),
      {
        onSuccess: () =>
          offerUndo({
            text: t('schedules.turnedOn', { count: manual.length }),
            undo: () =>
              change.mutateAsync(
                new Map(
                  manual.map(({ id, watch, scanning_config }) => [id, { watch, scanning_config }]),
                ),
              ),
          }),
      },
    );
  return (
    <Banner
      icon={<IconRefreshOff size={18} />}
      title={t('schedules.manualTitle', { count: manual.length })}
      action={
        <Button size="compact-md" variant="default" loading={change.isPending} onClick={turnOn}>
          {t('schedules.turnOn')}
        </Button>
      }
    >
      {manual.map(({ name }) => name).join(', ')}
    </Banner>
  );
};
