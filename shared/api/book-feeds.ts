import { z } from 'zod';

import { endpoint } from '../endpoint.ts';

/** Limits of a feed, as a parameter of its address: `?series_id=…`. At most one. */
export const bookFeedScopes = ['library_id', 'series_id', 'collection_id', 'read_list_id'] as const;
export type BookFeedScope = (typeof bookFeedScopes)[number];

/** Entries of a feed. */
export const bookFeedEntries = 50;

const link = z
  .object({
    url: z
      .url()
      .describe(
        'Address of the Atom feed of new books. It contains a secret: whoever knows it can read the feed. Add `library_id`, `series_id`, `collection_id` or `read_list_id` to limit it.',
      ),
  })
  .meta({ id: 'BookFeedLink' });

const tag = 'Notifications';

export const getBookFeedLink = endpoint({
  id: 'getBookFeedLink',
  method: 'GET',
  path: '/book-feeds/link',
  access: ['books-read'],
  tag,
  summary: 'The address of the caller’s feed of new books',
  description: `The newest ${bookFeedEntries} books that the caller can see, for feed readers. An API key has none (404).`,
  response: link,
  errors: ['NotFound'],
});

export const resetBookFeedLink = endpoint({
  id: 'resetBookFeedLink',
  method: 'POST',
  path: '/book-feeds/reset',
  access: ['books-read'],
  tag,
  summary: 'Replaces the addresses of the caller’s feeds',
  description: 'The previous addresses stop working at once. An API key has none (404).',
  response: link,
  errors: ['NotFound'],
});
