import { Button } from '@mantine/core';
import { IconFolderPlus, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { librariesQuery } from '../../api/queries.ts';
import { useCan } from '../../api/session-store.ts';
import { EmptyState, ErrorState } from '../../ui/state.tsx';
import { openLibraryDialog } from '../library/dialogs.ts';
import { LibraryList } from '../library/library-list.tsx';
import { SettingsBody } from './settings-body.tsx';

/** Every library with its folder, to change it, scan it or take it out. */
export const LibrariesSettingsPage = () => {
  const { t } = useTranslation(['home', 'library']);
  const { data, error, isError, refetch } = useQuery(librariesQuery());
  const mayAdd = useCan('libraries-write');
  const failed = isError && data === undefined;
  return (
    <SettingsBody
      place="libraries"
      aside={
        mayAdd && (
          <Button
            size="compact-md"
            variant="default"
            leftSection={<IconPlus size={15} />}
            onClick={() => openLibraryDialog({ kind: 'add' })}
          >
            {t('library:add')}
          </Button>
        )
      }
    >
      {failed && <ErrorState compact error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <EmptyState icon={<IconFolderPlus stroke={1.25} />} title={t('home:empty.title')}>
          {t(mayAdd ? 'home:empty.text' : 'home:empty.textReader')}
        </EmptyState>
      )}
      {data?.length !== 0 && !failed && <LibraryList libraries={data} />}
    </SettingsBody>
  );
};
