import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { librariesQuery } from '../../api/queries.ts';
import { useCan } from '../../api/session-store.ts';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { openLibraryDialog } from '../library/manage/dialogs.ts';
import { LibraryList } from '../library/manage/library-list.tsx';
import { NoLibraries } from '../library/manage/no-libraries.tsx';
import { ManualLibraries } from './manual-libraries.tsx';
import { SettingsBody } from './settings-body.tsx';

/** All libraries: edit, scan and remove. */
export const LibrariesSettingsPage = () => {
  const { t } = useTranslation(['library', 'common']);
  const { data, error, isError, refetch } = useQuery(librariesQuery());
  const canAdd = useCan('libraries-write');
  const failed = isError && data === undefined;
  return (
    <SettingsBody
      section="libraries"
      aside={
        canAdd &&
        data?.length !== 0 && (
          <Button
            variant="default"
            leftSection={<IconPlus size={15} />}
            onClick={() => openLibraryDialog({ kind: 'add' })}
          >
            {t('common:libraries.add')}
          </Button>
        )
      }
    >
      {failed && <ErrorState compact error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <NoLibraries />}
      {canAdd && data !== undefined && <ManualLibraries libraries={data} />}
      {data?.length !== 0 && !failed && <LibraryList libraries={data} />}
    </SettingsBody>
  );
};
