import { listOf, record, text } from '../../ui/checks.ts';
import { clientPreference } from '../../ui/user-preferences.ts';

export const shelfIds = ['continue', 'onDeck', 'newBooks', 'newSeries', 'finished'] as const;
export type ShelfId = (typeof shelfIds)[number];

/** Shelf id of a smart list. */
export const smartShelf = (listId: string): string => `smart ${listId}`;

/** Maximum number of hidden cards; the oldest reappear. */
const maxHiddenCards = 300;

const ids = (count: number) => listOf(text(200), count);

/** Arrangement of Home: order of shelves, hidden shelves and hidden cards. */
export const homePreference = clientPreference(
  'home',
  record({
    order: ids(500),
    hidden: ids(500),
    /** Smart lists shown as shelves; older versions stored none. */
    lists: (value) => (value === undefined ? [] : ids(200)(value)),
    /** `continue <book id>`: a card hidden from this shelf. */
    cards: ids(maxHiddenCards),
  }),
  { order: [], hidden: [], lists: [], cards: [] },
);

const cardName = (shelf: ShelfId, id: string) => `${shelf} ${id}`;

export const isCardHidden = (cards: readonly string[], shelf: ShelfId, id: string): boolean =>
  cards.includes(cardName(shelf, id));

export const withHiddenCard = (cards: readonly string[], shelf: ShelfId, id: string): string[] =>
  [...cards, cardName(shelf, id)].slice(-maxHiddenCards);
