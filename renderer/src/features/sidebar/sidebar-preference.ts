import { z } from 'zod';

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
  z.object({
    order: z.array(z.string().max(200)).max(500),
    hidden: z.array(z.string().max(200)).max(500),
    pins: z
      .array(z.object({ href: z.string().regex(/^\/(?!\/)/), title: z.string() }))
      .max(maxPins),
  }),
  { order: [], hidden: [], pins: [] },
);

/** Entries in the user's order; entries it does not know follow in their own order. */
export const inOrder = <Entry extends { id: string }>(
  entries: readonly Entry[],
  order: readonly string[],
): Entry[] => {
  const place = new Map(order.map((id, index) => [id, index]));
  const positionOf = ({ id }: Entry) => place.get(id) ?? order.length;
  return [...entries].sort((left, right) => positionOf(left) - positionOf(right));
};

/** Adds the id, or removes it if present. */
export const toggled = (ids: readonly string[], id: string): string[] =>
  ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];
