import { Button } from '@mantine/core';
import { IconFolderPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { useCan } from '../../api/session-store.ts';
import { EmptyState } from '../../ui/state.tsx';
import { openLibraryDialog } from './dialogs.ts';

/** Where libraries would be, before there is one: the way to the first, for those who may add it. */
export const NoLibraries = ({ heading = 'h2' }: { heading?: 'h1' | 'h2' }) => {
  const { t } = useTranslation('home');
  const mayAdd = useCan('libraries-write');
  return (
    <EmptyState
      icon={<IconFolderPlus stroke={1.25} />}
      title={t(mayAdd ? 'empty.title' : 'empty.titleReader')}
      heading={heading}
      action={
        mayAdd && (
          <Button onClick={() => openLibraryDialog({ kind: 'add' })}>{t('empty.action')}</Button>
        )
      }
    >
      {t(mayAdd ? 'empty.text' : 'empty.textReader')}
    </EmptyState>
  );
};
