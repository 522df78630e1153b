import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { librariesQuery } from '../../../api/queries.ts';
import { useCan } from '../../../api/session-store.ts';
import { ErrorState } from '../../../ui/feedback/empty-state.tsx';
import { usePageTitle } from '../../../ui/layout/page-title.ts';
import { Page, PageTitle } from '../../../ui/layout/page.tsx';
import { openLibraryDialog } from './dialogs.ts';
import { LibraryList } from './library-list.tsx';
import { NoLibraries } from './no-libraries.tsx';

/** All libraries; on a phone, the navigation to them. */
export const LibrariesPage = () => {
  const { t } = useTranslation(['common', 'library']);
  usePageTitle(t('nav.libraries'));
  const { data, error, isError, refetch } = useQuery(librariesQuery());
  const canAdd = useCan('libraries-write');
  const add = () => openLibraryDialog({ kind: 'add' });

  if (isError && data === undefined) {
    return <ErrorState error={error} onRetry={() => void refetch()} />;
  }
  return (
    <Page>
      <PageTitle
        aside={
          canAdd &&
          data?.length !== 0 && (
            <Button variant="default" leftSection={<IconPlus size={16} />} onClick={add}>
              {t('common:libraries.add')}
            </Button>
          )
        }
      >
        {t('nav.libraries')}
      </PageTitle>
      {data?.length === 0 ? <NoLibraries /> : <LibraryList libraries={data} withAll />}
    </Page>
  );
};
