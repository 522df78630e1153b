import { listOf, record, text } from '../../ui/checks.ts';
import { clientPreference } from '../../ui/user-preferences.ts';

/** A pinned page; `href` is its full path with filters and sorting. */
export interface Pin {
  href: string;
  title: string;
}

export const maxPins = 20;

/** The sidebar as arranged by the user: ordered ids of its entries, and hidden ids. */
export const sidebarPreference = clientPreference(
  'rail',
  record({
    order: listOf(text(200), 500),
    hidden: listOf(text(200), 500),
    pins: listOf(record({ href: text(10_000, /^\/(?!\/)/), title: text(1000) }), maxPins),
  }),
  { order: [], hidden: [], pins: [] },
);

/** Entries in the user's order; entries it does not know follow in their own order. */
export const inOrder = <Entry extends { id: string }>(
  entries: readonly Entry[],
  order: readonly string[],
): Entry[] => {
  const positions = new Map(order.map((id, index) => [id, index]));
  const positionOf = ({ id }: Entry) => positions.get(id) ?? order.length;
  return [...entries].sort((left, right) => positionOf(left) - positionOf(right));
};

/** Adds the id, or removes it if present. */
export const toggled = (ids: readonly string[], id: string): string[] =>
  ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];
