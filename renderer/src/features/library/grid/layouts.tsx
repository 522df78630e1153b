import type { ReactNode, Ref } from 'react';

import { usePreferences } from '../../../ui/preferences.ts';
import { SelectCheckbox } from '../../selection/select-checkbox.tsx';
import type { Selectable } from '../../selection/use-selectable.ts';
import { rowGeometry } from './grid-geometry.ts';
import classes from './layouts.module.css';
import type { WindowedList } from './use-windowed-list.ts';
import { VirtualGrid } from './virtual-grid.tsx';
import { VirtualList, type VirtualListHandle } from './virtual-list.tsx';

interface LayoutProps<T extends { id: string }> {
  label: string;
  list: WindowedList<T>;
  total: number;
  nameOf: (item: T) => string;
  /** Renders the link to a record in this layout. */
  draw: (item: T, tabIndex: 0 | -1) => ReactNode;
  selectable: Selectable;
  handle: Ref<VirtualListHandle>;
}

/** Grid of covers; the density determines the columns. */
export const GridLayout = <T extends { id: string }>(props: LayoutProps<T>) => {
  const density = usePreferences((preferences) => preferences.density);
  const { label, list, total, draw, selectable, handle, nameOf } = props;
  return (
    <VirtualGrid
      ref={handle}
      label={label}
      total={total}
      itemAt={list.itemAt}
      onShow={list.show}
      density={density}
      selectable={selectable}
      card={(item, index, tabIndex) => (
        <>
          {draw(item, tabIndex)}
          <SelectCheckbox selectable={selectable} id={item.id} index={index} name={nameOf(item)} />
        </>
      )}
    />
  );
};

/** One row per record, with its cover. */
export const ListLayout = <T extends { id: string }>(props: LayoutProps<T>) => {
  const { label, list, total, draw, selectable, handle, nameOf } = props;
  return (
    <VirtualList
      ref={handle}
      label={label}
      total={total}
      itemAt={list.itemAt}
      onShow={list.show}
      geometry={rowGeometry}
      skeleton={<span className={classes.blank} />}
      selectable={selectable}
      item={(item, index, tabIndex) => (
        <div className={classes.row}>
          {draw(item, tabIndex)}
          <span className={classes.mark} data-row-mark>
            <SelectCheckbox
              selectable={selectable}
              id={item.id}
              index={index}
              name={nameOf(item)}
            />
          </span>
        </div>
      )}
    />
  );
};
