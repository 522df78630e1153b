import { Button } from '@mantine/core';
import { IconFolderPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { useCan } from '../../../api/session-store.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { openLibraryDialog } from './dialogs.ts';

/** Shown while there is no library, with a button to add one if permitted. */
export const NoLibraries = ({ heading = 'h2' }: { heading?: 'h1' | 'h2' }) => {
  const { t } = useTranslation('home');
  const canAdd = useCan('libraries-write');
  return (
    <EmptyState
      icon={<IconFolderPlus stroke={1.25} />}
      title={t(canAdd ? 'empty.title' : 'empty.titleReader')}
      heading={heading}
      action={
        canAdd && (
          <Button onClick={() => openLibraryDialog({ kind: 'add' })}>{t('empty.action')}</Button>
        )
      }
    >
      {t(canAdd ? 'empty.text' : 'empty.textReader')}
    </EmptyState>
  );
};
