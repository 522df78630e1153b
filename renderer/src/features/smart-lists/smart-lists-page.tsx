import { Button } from '@mantine/core';
import { IconPlus, IconSparkles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { SmartList } from '../../../../shared/api/smart-lists.ts';
import { useCan } from '../../api/session-store.ts';
import { usePageTitle } from '../../ui/layout/page-title.ts';
import { Page, PageTitle } from '../../ui/layout/page.tsx';
import { Pager } from '../../ui/lists/pager.tsx';
import { EmptyState, QueryState } from '../../ui/feedback/empty-state.tsx';
import { GridSkeleton } from '../library/grid/grid-skeleton.tsx';
import { newDraft } from './draft.ts';
import { FoundCovers } from './found-covers.tsx';
import { useListFacts } from './list-facts.ts';
import { glanceQuery, smartListsQuery } from './queries.ts';
import { SmartListDialog } from './smart-list-dialog.tsx';
import classes from './smart-lists.module.css';

/** Own and shared smart lists with their result counts. */
export const SmartListsPage = () => {
  const { t } = useTranslation('smartLists');
  usePageTitle(t('title'));
  const navigate = useNavigate();
  const canWrite = useCan('progress-write');
  const [isCreating, setCreating] = useState(false);
  const [page, setPage] = useState(1);
  const query = useQuery(smartListsQuery(page));
  const { data } = query;
  const newButton = canWrite && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
      {t('new')}
    </Button>
  );
  return (
    <Page>
      <PageTitle aside={data?.total === 0 ? undefined : newButton}>{t('title')}</PageTitle>
      <QueryState query={query} placeholder={<GridSkeleton />} />
      {data?.total === 0 && (
        <EmptyState
          icon={<IconSparkles stroke={1.25} />}
          title={t('empty.title')}
          action={newButton}
        >
          {t('empty.text')}
        </EmptyState>
      )}
      {data !== undefined && data.total > 0 && (
        <ul className={classes.rows}>
          {data.data.map((list) => (
            <li key={list.id}>
              <Row list={list} />
            </li>
          ))}
        </ul>
      )}
      <Pager page={page} query={query} onPage={setPage} />
      {isCreating && (
        <SmartListDialog
          draft={newDraft('series')}
          id={null}
          onClose={() => setCreating(false)}
          onSaved={({ id }) => void navigate({ to: '/smart-list/$id', params: { id } })}
        />
      )}
    </Page>
  );
};

const Row = ({ list }: { list: SmartList }) => {
  const { t } = useTranslation('smartLists');
  const { rules, owner } = useListFacts()(list);
  const { data } = useQuery(glanceQuery(list));
  return (
    <Link to="/smart-list/$id" params={{ id: list.id }} className={classes.row}>
      <span className={classes.text}>
        <span className={classes.name}>{list.name}</span>
        <span className={classes.rules}>{rules}</span>
        <span className={classes.facts}>
          {[data === undefined ? null : t(`count.${list.target}`, { count: data.total }), owner]
            .filter((fact) => fact !== null)
            .join(' · ')}
        </span>
      </span>
      {data !== undefined && <FoundCovers target={list.target} ids={data.ids} />}
    </Link>
  );
};
