import { z } from 'zod';

import { clientPreference } from '../../api/user-preferences.ts';

export const shelfIds = ['continue', 'onDeck', 'newBooks', 'newSeries', 'finished'] as const;
export type ShelfId = (typeof shelfIds)[number];

/** A smart list among the shelves. */
export const smartShelf = (listId: string): string => `smart ${listId}`;

/** How many cards can be out of sight; the oldest of more come back. */
const maxHiddenCards = 300;

/** How a person has arranged Home: the shelves in order, those out of sight, and hidden cards. */
export const homePreference = clientPreference(
  'home',
  z.object({
    order: z.array(z.string()),
    hidden: z.array(z.string()),
    /** Smart lists that are shelves. */
    lists: z.array(z.string()).max(200).default([]),
    /** `continue <book id>`: a card that this shelf no longer shows. */
    cards: z.array(z.string()).max(maxHiddenCards),
  }),
  { order: [], hidden: [], lists: [], cards: [] },
);

const cardName = (shelf: ShelfId, id: string) => `${shelf} ${id}`;

export const isCardHidden = (cards: readonly string[], shelf: ShelfId, id: string): boolean =>
  cards.includes(cardName(shelf, id));

export const withHiddenCard = (cards: readonly string[], shelf: ShelfId, id: string): string[] =>
  [...cards, cardName(shelf, id)].slice(-maxHiddenCards);
