import { ActionIcon } from '@mantine/core';
import { IconCircleCheck, IconFilterSearch } from '@tabler/icons-react';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { SmartList } from '../../../../shared/api/smart-lists.ts';
import type { ListPage } from '../../api/queries.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { BookCard } from '../book/book-card.tsx';
import { DensitySlider } from '../library/view/density-slider.tsx';
import { ListState } from '../library/grid/list-state.tsx';
import { GridLayout } from '../library/grid/layouts.tsx';
import { useGridCommands } from '../library/grid/use-grid-commands.ts';
import { useWindowedList } from '../library/grid/use-windowed-list.ts';
import type { VirtualListHandle } from '../library/grid/virtual-list.tsx';
import { SelectionBar } from '../selection/selection-bar.tsx';
import { beginChoosing, useSelection } from '../selection/selection-store.ts';
import { useSelectable } from '../selection/use-selectable.ts';
import { SeriesCard } from '../series/series-card.tsx';
import { booksOfSmartList, idsOfSmartList, seriesOfSmartList } from './queries.ts';
import classes from './smart-lists.module.css';

export const FoundSeries = ({ list }: { list: SmartList }) => (
  <Results
    list={list}
    query={(page) => seriesOfSmartList(list, page)}
    nameOf={({ name }) => name}
    isRead={({ read_status }) => read_status === 'read'}
    draw={(series, tabIndex) => <SeriesCard series={series} tabIndex={tabIndex} />}
  />
);

export const FoundBooks = ({ list }: { list: SmartList }) => (
  <Results
    list={list}
    query={(page) => booksOfSmartList(list, page)}
    nameOf={({ title }) => title}
    isRead={({ progress }) => progress?.is_completed === true}
    draw={(book, tabIndex) => <BookCard book={book} showSeries tabIndex={tabIndex} />}
  />
);

interface ResultsProps<T extends { id: string }> {
  list: SmartList;
  query: (page: number) => ListPage<T>;
  nameOf: (item: T) => string;
  isRead: (item: T) => boolean;
  draw: (item: T, tabIndex: 0 | -1) => ReactNode;
}

const Results = <T extends { id: string }>({
  list: { id, target, name, updated_at },
  list: smartList,
  query,
  nameOf,
  isRead,
  draw,
}: ResultsProps<T>) => {
  const { t } = useTranslation(['smartLists', 'selection']);
  const handle = useRef<VirtualListHandle>(null);
  const isChoosing = useSelection((selection) => selection.isChoosing);
  const found = useWindowedList(query);
  const selectable = useSelectable({
    kind: target,
    key: `${id} ${updated_at}`,
    itemAt: found.itemAt,
    loadIds: () => idsOfSmartList(smartList),
  });
  useGridCommands({
    kind: target,
    itemAt: found.itemAt,
    isRead: (index) => {
      const item = found.itemAt(index);
      return item !== undefined && isRead(item);
    },
    selectable,
  });
  if (found.total === null) return <ListState list={found} />;
  if (found.total === 0) {
    return (
      <EmptyState icon={<IconFilterSearch stroke={1.25} />} title={t('nothing.title')}>
        {t('nothing.text')}
      </EmptyState>
    );
  }
  return (
    <>
      {isChoosing ? (
        <SelectionBar selectable={selectable} total={found.total} />
      ) : (
        <div className={classes.bar}>
          <span>{t(`count.${target}`, { count: found.total })}</span>
          <span className={classes.tools}>
            <DensitySlider />
            <ActionIcon aria-label={t('selection:choose')} onClick={() => beginChoosing(target)}>
              <IconCircleCheck size={19} stroke={1.6} />
            </ActionIcon>
          </span>
        </div>
      )}
      <GridLayout
        label={name}
        list={found}
        total={found.total}
        nameOf={nameOf}
        selectable={selectable}
        handle={handle}
        draw={draw}
      />
    </>
  );
};
