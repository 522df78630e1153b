import { z } from 'zod';

import { clientPreference } from '../../ui/user-preferences.ts';

export const shelfIds = ['continue', 'onDeck', 'newBooks', 'newSeries', 'finished'] as const;
export type ShelfId = (typeof shelfIds)[number];

/** Shelf id of a smart list. */
export const smartShelf = (listId: string): string => `smart ${listId}`;

/** Maximum number of hidden cards; the oldest reappear. */
const maxHiddenCards = 300;

/** Arrangement of Home: order of shelves, hidden shelves and hidden cards. */
export const homePreference = clientPreference(
  'home',
  z.object({
    order: z.array(z.string()),
    hidden: z.array(z.string()),
    /** Smart lists shown as shelves. */
    lists: z.array(z.string()).max(200).default([]),
    /** `continue <book id>`: a card hidden from this shelf. */
    cards: z.array(z.string()).max(maxHiddenCards),
  }),
  { order: [], hidden: [], lists: [], cards: [] },
);

const cardName = (shelf: ShelfId, id: string) => `${shelf} ${id}`;

export const isCardHidden = (cards: readonly string[], shelf: ShelfId, id: string): boolean =>
  cards.includes(cardName(shelf, id));

export const withHiddenCard = (cards: readonly string[], shelf: ShelfId, id: string): string[] =>
  [...cards, cardName(shelf, id)].slice(-maxHiddenCards);
