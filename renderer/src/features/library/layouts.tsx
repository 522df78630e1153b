import type { ReactNode, Ref } from 'react';

import { usePreferences } from '../../app/preferences.ts';
import { SelectMark } from '../selection/select-mark.tsx';
import type { Selectable } from '../selection/use-selectable.ts';
import classes from './layouts.module.css';
import type { WindowedList } from './use-windowed-list.ts';
import { VirtualGrid } from './virtual-grid.tsx';
import { VirtualItems, type VirtualItemsHandle } from './virtual-items.tsx';

interface LayoutProps<T extends { id: string }> {
  label: string;
  list: WindowedList<T>;
  total: number;
  nameOf: (item: T) => string;
  /** The link to a record, drawn as the layout needs it. */
  draw: (item: T, tabIndex: 0 | -1) => ReactNode;
  selectable: Selectable;
  handle: Ref<VirtualItemsHandle>;
}

/** Covers in as many columns as the density asks for. */
export const GridLayout = <T extends { id: string }>(props: LayoutProps<T>) => {
  const density = usePreferences((preferences) => preferences.density);
  const { label, list, total, draw, selectable, handle, nameOf } = props;
  return (
    <VirtualGrid
      ref={handle}
      label={label}
      total={total}
      at={list.at}
      onShow={list.show}
      density={density}
      selectable={selectable}
      card={(item, index, tabIndex) => (
        <>
          {draw(item, tabIndex)}
          <SelectMark selectable={selectable} id={item.id} index={index} name={nameOf(item)} />
        </>
      )}
    />
  );
};

const rowHeight = 72;
const geometry = () => ({ columns: 1, rowHeight, rowGap: 0, columnGap: 0 });

/** One record a line, with its cover. */
export const ListLayout = <T extends { id: string }>(props: LayoutProps<T>) => {
  const { label, list, total, draw, selectable, handle, nameOf } = props;
  return (
    <VirtualItems
      ref={handle}
      label={label}
      total={total}
      at={list.at}
      onShow={list.show}
      geometry={geometry}
      skeleton={<span className={classes.blank} />}
      selectable={selectable}
      item={(item, index, tabIndex) => (
        <div className={classes.row}>
          {draw(item, tabIndex)}
          <span className={classes.mark}>
            <SelectMark selectable={selectable} id={item.id} index={index} name={nameOf(item)} />
          </span>
        </div>
      )}
    />
  );
};
