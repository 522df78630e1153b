import type { Density } from '../../app/preferences.ts';
import { CoverCardSkeleton } from '../../ui/cover-card.tsx';
import { gridGeometry } from './grid-geometry.ts';
import { VirtualItems, type VirtualItemsProps } from './virtual-items.tsx';

type VirtualGridProps<T> = Omit<
  VirtualItemsProps<T>,
  'geometry' | 'item' | 'skeleton' | 'roles'
> & {
  density: Density;
  /** Draws the link to a record; it must pass `tabIndex` on to the link. */
  card: VirtualItemsProps<T>['item'];
};

/** A grid of cards of which only the rows in view exist. */
export const VirtualGrid = <T,>({ density, card, ...rest }: VirtualGridProps<T>) => (
  <VirtualItems
    {...rest}
    geometry={(width) => gridGeometry(width, density)}
    item={card}
    skeleton={<CoverCardSkeleton />}
  />
);
