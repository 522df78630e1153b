import { CoverCardSkeleton } from '../../../ui/cover/cover-card.tsx';
import type { Density } from '../../../ui/preferences.ts';
import { gridGeometry } from './grid-geometry.ts';
import { VirtualList, type VirtualListProps } from './virtual-list.tsx';

type VirtualGridProps<T> = Omit<VirtualListProps<T>, 'geometry' | 'item' | 'skeleton' | 'roles'> & {
  density: Density;
  /** Renders the link to a record; must pass `tabIndex` to the link. */
  card: VirtualListProps<T>['item'];
};

/** A virtual grid: only rows in view are rendered. */
export const VirtualGrid = <T,>({ density, card, ...rest }: VirtualGridProps<T>) => (
  <VirtualList
    {...rest}
    geometry={(width, rem) => gridGeometry(width, density, rem)}
    item={card}
    skeleton={<CoverCardSkeleton />}
  />
);
