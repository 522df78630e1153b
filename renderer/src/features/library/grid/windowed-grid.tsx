import type { ReactNode } from 'react';

import type { ListPage } from '../../../api/queries.ts';
import { usePreferences } from '../../../ui/preferences.ts';
import { ListState } from './list-state.tsx';
import { useWindowedList } from './use-windowed-list.ts';
import { VirtualGrid } from './virtual-grid.tsx';
import type { VirtualListProps } from './virtual-list.tsx';

interface WindowedGridProps<T> {
  label: string;
  query: (page: number) => ListPage<T>;
  /** Renders the link to a record; must pass `tabIndex` to the link. */
  card: VirtualListProps<T>['item'];
  /** Instead of an empty grid. */
  empty: ReactNode;
}

/** A grid that loads the pages in view, in all its states. */
export const WindowedGrid = <T,>({ label, query, card, empty }: WindowedGridProps<T>) => {
  const density = usePreferences((preferences) => preferences.density);
  const list = useWindowedList(query);
  if (list.total === null) return <ListState list={list} />;
  if (list.total === 0) return empty;
  return (
    <VirtualGrid
      label={label}
      total={list.total}
      itemAt={list.itemAt}
      onShow={list.show}
      density={density}
      card={card}
    />
  );
};
