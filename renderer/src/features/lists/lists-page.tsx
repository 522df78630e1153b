import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconLibrary, IconListNumbers, IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { useCan } from '../../api/session-store.ts';
import { SearchField } from '../../ui/controls/search-field.tsx';
import { usePageTitle } from '../../ui/layout/page-title.ts';
import { CoverCard } from '../../ui/cover/cover-card.tsx';
import { Page, PageTitle } from '../../ui/layout/page.tsx';
import { Pager } from '../../ui/lists/pager.tsx';
import { EmptyState, QueryState } from '../../ui/feedback/empty-state.tsx';
import { GridSkeleton } from '../library/grid/grid-skeleton.tsx';
import { ImportButton } from '../cbl-import/import-button.tsx';
import { listApis, type KeptList, type ListKind } from './list-api.ts';
import { ListDialog } from './list-dialog.tsx';
import classes from './lists.module.css';
import { listsPerPage, listsQuery } from './queries.ts';

const icons = {
  collections: <IconLibrary stroke={1.25} />,
  readLists: <IconListNumbers stroke={1.25} />,
} satisfies Record<ListKind, ReactNode>;

/** Minimum number of lists to show a search field. */
const searchFrom = 12;

interface ListsPageProps {
  kind: ListKind;
  canWrite: boolean;
  /** Other ways to create a list. */
  aside?: ReactNode;
}

/** Grid of all collections or reading lists. */
const ListsPage = ({ kind, canWrite, aside }: ListsPageProps) => {
  const { t } = useTranslation('lists');
  usePageTitle(t(`${kind}.title`));
  const navigate = useNavigate();
  const [isCreating, setCreating] = useState(false);
  const [page, setPage] = useState(1);
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 200);
  const query = { page, pageSize: listsPerPage, ...(search === '' ? {} : { search }) };
  const result = useQuery(listsQuery(kind, query));
  const { data } = result;
  return (
    <Page>
      <PageTitle
        aside={
          <>
            {((data?.total ?? 0) >= searchFrom || typed !== '') && (
              <SearchField
                label={t('search')}
                value={typed}
                onChange={(value) => {
                  setTyped(value);
                  setPage(1);
                }}
              />
            )}
            {canWrite && aside}
            {canWrite && (
              <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
                {t(`${kind}.new`)}
              </Button>
            )}
          </>
        }
      >
        {t(`${kind}.title`)}
      </PageTitle>
      <QueryState query={result} placeholder={<GridSkeleton />} />
      {data?.total === 0 && search === '' && (
        <EmptyState icon={icons[kind]} title={t(`${kind}.empty.title`)}>
          {t(canWrite ? `${kind}.empty.text` : `${kind}.empty.reader`)}
        </EmptyState>
      )}
      {data?.total === 0 && search !== '' && (
        <EmptyState icon={<IconSearch stroke={1.25} />} title={t('noMatch')} />
      )}
      {data !== undefined && data.total > 0 && (
        <ul className={classes.grid}>
          {data.data.map((list) => (
            <li key={list.id}>
              <ListCard kind={kind} list={list} />
            </li>
          ))}
        </ul>
      )}
      <Pager page={page} query={result} onPage={setPage} />
      {isCreating && (
        <ListDialog
          kind={kind}
          list={null}
          onClose={() => setCreating(false)}
          onDone={({ id }) => void navigate({ to: listPaths[kind], params: { id } })}
        />
      )}
    </Page>
  );
};

export const ReadListsPage = () => (
  <ListsPage kind="readLists" canWrite={useCan('read-lists-write')} aside={<ImportButton />} />
);

export const CollectionsPage = () => (
  <ListsPage kind="collections" canWrite={useCan('collections-write')} />
);

const listPaths = { collections: '/collection/$id', readLists: '/read-list/$id' } as const;

/** A collection or reading list as a card. */
export const ListCard = ({ kind, list }: { kind: ListKind; list: KeptList }) => {
  const { t } = useTranslation('lists');
  return (
    <Link to={listPaths[kind]} params={{ id: list.id }}>
      <CoverCard
        cover={listApis[kind].cover(list)}
        title={list.name}
        detail={t(`${kind}.count`, { count: list.count })}
      />
    </Link>
  );
};
