import { IconFolders } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { maxPageSize } from '../../../../shared/limits.ts';
import { useCan } from '../../api/session-store.ts';
import { EmptyState, QueryState } from '../../ui/feedback/empty-state.tsx';
import { GridSkeleton } from '../library/grid/grid-skeleton.tsx';
import { ListCard } from '../lists/lists-page.tsx';
import classes from '../lists/lists.module.css';
import { foundListsPage } from './queries.ts';

/** Collections and reading lists with the text in their names. */
export const FoundLists = ({ text }: { text: string }) => {
  const { t } = useTranslation('search');
  const page = { page: 1, pageSize: maxPageSize };
  const collections = useQuery({
    ...foundListsPage('collections', text, page),
    enabled: useCan('collections-read'),
  });
  const readLists = useQuery({
    ...foundListsPage('readLists', text, page),
    enabled: useCan('read-lists-read'),
  });
  const found = [
    ...(collections.data?.data ?? []).map((list) => ({ kind: 'collections' as const, list })),
    ...(readLists.data?.data ?? []).map((list) => ({ kind: 'readLists' as const, list })),
  ];
  if (found.length === 0) {
    const isOver = !collections.isLoading && !readLists.isLoading;
    const failed = collections.isError ? collections : readLists;
    return isOver && !failed.isError ? (
      <EmptyState icon={<IconFolders stroke={1.25} />} title={t('nothing', { text })} />
    ) : (
      <QueryState query={failed} placeholder={<GridSkeleton />} />
    );
  }
  return (
    <ul className={classes.grid}>
      {found.map(({ kind, list }) => (
        <li key={list.id}>
          <ListCard kind={kind} list={list} />
        </li>
      ))}
    </ul>
  );
};
