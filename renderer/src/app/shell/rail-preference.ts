import { z } from 'zod';

import { clientPreference } from '../../api/user-preferences.ts';

/** A page that the person keeps at hand; `href` is its whole address with filters and sorting. */
export interface Pin {
  href: string;
  title: string;
}

export const maxPins = 20;

/** How a person has arranged the rail: the ids of its entries in order, and those out of sight. */
export const railPreference = clientPreference(
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

/** Entries in the person's order; those that are new since then follow, as they come. */
export const inOrder = <Entry extends { id: string }>(
  entries: readonly Entry[],
  order: readonly string[],
): Entry[] => {
  const place = new Map(order.map((id, index) => [id, index]));
  const at = ({ id }: Entry) => place.get(id) ?? order.length;
  return [...entries].sort((left, right) => at(left) - at(right));
};

/** The ids with one more, or without it. */
export const toggled = (ids: readonly string[], id: string): string[] =>
  ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];
