import { arrayMove } from '@dnd-kit/sortable';
import { Select } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { memberSortFields, type MemberSort } from '../../../../shared/api/collections.ts';
import { QueryState } from '../../ui/feedback/empty-state.tsx';
import { Pager } from '../../ui/lists/pager.tsx';
import { BookCard } from '../book/book-card.tsx';
import { GridSkeleton } from '../library/grid/grid-skeleton.tsx';
import { SeriesCard } from '../series/series-card.tsx';
import { arrangeList } from './change-lists.ts';
import type { KeptList, ListKind } from './list-api.ts';
import classes from './lists.module.css';
import { memberId, memberName, type ListItem } from './list-item.ts';
import { MemberRows } from './member-rows.tsx';
import { membersPerPage, membersQuery } from './queries.ts';
import { useOptimisticQuery } from './use-optimistic-query.ts';

/** A list without an order of its own is sorted by name. */
const ordersOf = ({ ordered }: KeptList): readonly MemberSort[] =>
  memberSortFields.filter((field) => field !== (ordered ? null : 'name'));

/** Moves an id to where another one is, if the list holds both. */
const movedTo = (ids: readonly string[], id: string, target: string): string[] => {
  const [oldIndex, newIndex] = [ids.indexOf(id), ids.indexOf(target)];
  return oldIndex < 0 || newIndex < 0 ? [...ids] : arrayMove([...ids], oldIndex, newIndex);
};

interface ListMembersProps {
  kind: ListKind;
  list: KeptList;
  isArranging: boolean;
}

/**
 * Items of a list: covers for a collection, numbered rows for a reading list, sortable rows in edit
 * mode.
 */
export const ListMembers = ({ kind, list, isArranging }: ListMembersProps) => {
  const { t } = useTranslation('lists');
  const client = useQueryClient();
  const [page, setPage] = useState(1);
  const [order, setOrder] = useState<MemberSort>('position');
  // Only the own order can be arranged.
  const shownOrder = isArranging ? 'position' : order;
  const { result, change } = useOptimisticQuery(membersQuery(kind, list.id, page, shownOrder));
  const { data } = result;
  const first = (page - 1) * membersPerPage;

  const rearrange = (
    shown: (members: readonly ListItem[]) => ListItem[],
    arrangement: Parameters<typeof arrangeList>[3],
  ) =>
    void change(
      (known) => ({ ...known, data: shown(known.data) }),
      () => arrangeList(client, kind, list.id, arrangement),
    );
  const move = (oldIndex: number, newIndex: number) => {
    const [moved, target] = [data?.data[oldIndex], data?.data[newIndex]];
    if (moved === undefined || target === undefined) return;
    rearrange((members) => arrayMove([...members], oldIndex, newIndex), {
      arranged: (ids) => movedTo(ids, memberId(moved), memberId(target)),
      isOrder: true,
      text: t('arrangedList', { name: list.name }),
    });
  };
  const remove = (member: ListItem) => {
    const removedId = memberId(member);
    rearrange((members) => members.filter((other) => memberId(other) !== removedId), {
      arranged: (ids) => ids.filter((id) => id !== removedId),
      isOrder: false,
      text: t('taken', { name: memberName(member) }),
    });
  };

  if (data === undefined) {
    return (
      <div className={classes.body}>
        <QueryState query={result} placeholder={<GridSkeleton />} compact />
      </div>
    );
  }
  const label = t(`${kind}.members`);
  return (
    <section className={classes.body} aria-label={label}>
      {!isArranging && data.total > 1 && (
        <Select
          className={classes.order}
          size="xs"
          aria-label={t('order.label')}
          allowDeselect={false}
          data={ordersOf(list).map((value) => ({ value, label: t(`order.${value}`) }))}
          value={order}
          onChange={(value) => {
            setPage(1);
            setOrder(memberSortFields.find((field) => field === value) ?? 'position');
          }}
        />
      )}
      {isArranging || kind === 'readLists' ? (
        <MemberRows
          label={label}
          members={data.data}
          {...(list.ordered && shownOrder === 'position' ? { first } : {})}
          onMove={isArranging ? move : undefined}
          onRemove={isArranging ? remove : undefined}
        />
      ) : (
        <ul className={classes.grid}>
          {data.data.map((member) => (
            <li key={memberId(member)}>
              {member.kind === 'series' ? (
                <SeriesCard series={member.series} />
              ) : (
                <BookCard book={member.book} showSeries />
              )}
            </li>
          ))}
        </ul>
      )}
      <Pager page={page} query={result} onPage={setPage} />
    </section>
  );
};
