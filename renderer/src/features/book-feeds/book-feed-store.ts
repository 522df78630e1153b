import { create } from 'zustand';

import type { BookFeedScope } from '../../../../shared/api/book-feeds.ts';

/** Limits a feed of new books; null includes everything. */
export interface BookFeedChoice {
  limit: { scope: BookFeedScope; id: string; name: string } | null;
}

/** The dialog with the address of a feed; a global store, so that any menu can open it. */
export const useBookFeed = create<{ open: BookFeedChoice | null }>(() => ({ open: null }));

export const openBookFeed = (choice: BookFeedChoice): void =>
  useBookFeed.setState({ open: choice });

export const closeBookFeed = (): void => useBookFeed.setState({ open: null });
