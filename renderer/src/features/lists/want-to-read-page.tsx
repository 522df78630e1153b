import { arrayMove } from '@dnd-kit/sortable';
import { NativeSelect, Switch } from '@mantine/core';
import { IconBookmarks, IconChecks } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { arrangeWanted } from '../../../../shared/api/want-to-read.ts';

import { api } from '../../api/client.ts';
import { useCan } from '../../api/session-store.ts';
import { flag, oneOf, record } from '../../ui/checks.ts';
import { clientPreference, useUserPreference } from '../../ui/user-preferences.ts';
import { usePageTitle } from '../../ui/layout/page-title.ts';
import { reportFailure } from '../../ui/feedback/notify.ts';
import { Page, PageTitle } from '../../ui/layout/page.tsx';
import { Pager } from '../../ui/lists/pager.tsx';
import { EmptyState, QueryState } from '../../ui/feedback/empty-state.tsx';
import { GridSkeleton } from '../library/grid/grid-skeleton.tsx';
import { afterOthers } from './change-lists.ts';
import { memberId, type ListItem } from './list-item.ts';
import { MemberRows } from './member-rows.tsx';
import { membersPerPage, refreshLists, type WantedOrder, wantedQuery } from './queries.ts';
import { useOptimisticQuery } from './use-optimistic-query.ts';
import { unwant } from './want-to-read-actions.ts';

/** Whether completely read items leave the list. */
const leavesPreference = clientPreference('wanted', record({ unread: flag }), {
  unread: true,
});

const orders = ['own', 'newest', 'oldest'] as const satisfies readonly WantedOrder[];
const orderPreference = clientPreference<{ order: WantedOrder }>(
  'wanted-order',
  record({ order: oneOf(orders) }),
  { order: 'own' },
);

/** The user's "Want to read" list. */
export const WantToReadPage = () => {
  const { t } = useTranslation('lists');
  usePageTitle(t('wanted.title'));
  const client = useQueryClient();
  const canWrite = useCan('progress-write');
  const [page, setPage] = useState(1);
  const [{ unread }, change] = useUserPreference(leavesPreference);
  const [{ order }, changeOrder] = useUserPreference(orderPreference);
  const { result, change: rearrange } = useOptimisticQuery(wantedQuery(page, unread, order));
  const { data } = result;

  const move = (oldIndex: number, newIndex: number) => {
    if (data === undefined) return;
    const arranged = arrayMove([...data.data], oldIndex, newIndex);
    const save = async () => {
      const ids = arranged.map(memberId);
      await afterOthers(() => api.call(arrangeWanted, { body: { ids } })).catch(reportFailure);
      await refreshLists(client);
    };
    void rearrange((known) => ({ ...known, data: arranged }), save);
  };
  const remove = (member: ListItem) => void unwant(client, [memberId(member)]);

  return (
    <Page>
      <PageTitle
        aside={
          <>
            <NativeSelect
              aria-label={t('wanted.order.label')}
              value={order}
              data={orders.map((value) => ({ value, label: t(`wanted.order.${value}`) }))}
              onChange={({ currentTarget: { value } }) => {
                setPage(1);
                void changeOrder({ order: oneOf(orders)(value) ?? 'own' });
              }}
            />
            <Switch
              label={t('wanted.leaves')}
              checked={unread}
              onChange={({ currentTarget }) => {
                setPage(1);
                void change({ unread: currentTarget.checked });
              }}
            />
          </>
        }
      >
        {t('wanted.title')}
      </PageTitle>
      <QueryState query={result} placeholder={<GridSkeleton />} />
      {data?.total === 0 && (
        <EmptyState
          icon={unread ? <IconChecks stroke={1.25} /> : <IconBookmarks stroke={1.25} />}
          title={t('wanted.empty.title')}
        >
          {t('wanted.empty.text')}
        </EmptyState>
      )}
      {data !== undefined && data.total > 0 && (
        <MemberRows
          label={t('wanted.title')}
          members={data.data}
          first={(page - 1) * membersPerPage}
          onMove={canWrite && order === 'own' ? move : undefined}
          onRemove={canWrite ? remove : undefined}
        />
      )}
      <Pager page={page} query={result} onPage={setPage} />
    </Page>
  );
};
