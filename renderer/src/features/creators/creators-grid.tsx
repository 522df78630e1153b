import { IconUsers } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ListState } from '../library/grid/list-state.tsx';
import { LettersRail } from '../library/grid/letters-rail.tsx';
import { useWindowedList } from '../library/grid/use-windowed-list.ts';
import { VirtualList, type VirtualListHandle } from '../library/grid/virtual-list.tsx';
import { CreatorRow } from './creator-row.tsx';
import classes from './creators.module.css';
import { creatorLetters, creatorsPage, type CreatorFilter } from './queries.ts';

/** Minimum width of an entry, and its height, as in the style sheet (rem). */
const narrowest = 16.25;
const entryHeight = 3.5;
const columnGap = 12;
const rowGap = 8;
const geometry = (width: number, rem: number) => ({
  columns: Math.max(1, Math.floor((width + columnGap) / (narrowest * rem + columnGap))),
  rowHeight: entryHeight * rem + rowGap,
  rowGap,
  columnGap,
});

/** Minimum number of creators for the alphabet index. */
const railFrom = 24;

/** All creators under a filter, by name. */
export const CreatorsGrid = ({ filter }: { filter: CreatorFilter }) => {
  const { t } = useTranslation('creators');
  const list = useWindowedList((page) => creatorsPage(filter, page));
  const handle = useRef<VirtualListHandle>(null);
  if (list.total === null) return <ListState list={list} />;
  if (list.total === 0) {
    const isAll = filter.search === undefined && filter.role === undefined;
    return (
      <EmptyState icon={<IconUsers stroke={1.25} />} title={t(isAll ? 'none' : 'noMatch')}>
        {isAll ? t('noneText') : null}
      </EmptyState>
    );
  }
  return (
    <div className={classes.body}>
      <div className={classes.list}>
        <VirtualList
          ref={handle}
          label={t('title')}
          total={list.total}
          itemAt={list.itemAt}
          onShow={list.show}
          geometry={geometry}
          skeleton={<span className={classes.blank} />}
          item={(creator, _, tabIndex) => <CreatorRow creator={creator} tabIndex={tabIndex} />}
        />
      </div>
      {list.total >= railFrom && (
        <LettersRail query={creatorLetters(filter)} direction="asc" list={handle} />
      )}
    </div>
  );
};
