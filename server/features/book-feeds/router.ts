import express, { type Request, type RequestHandler, type Response } from 'express';
import { z } from 'zod';

import { bookFeedScopes, type BookFeedScope } from '../../../shared/api/book-feeds.ts';
import { AppError } from '../../../shared/errors.ts';
import { uuid } from '../../../shared/schemas.ts';
import { abortOnClose } from '../../http/api/abort-signal.ts';
import type { Caller } from '../../http/api/caller.ts';
import { conditionsOf } from '../../http/api/conditional-request.ts';
import { sendContent } from '../../http/api/send-content.ts';
import { validate } from '../../http/api/validate.ts';
import { requestSource } from '../../http/net/request-source.ts';
import { limitRate } from '../../http/security/rate-limit.ts';
import type { Requester } from '../../lib/requester.ts';
import type { BooksService } from '../books/service.ts';
import type { CoversService } from '../covers/service.ts';
import { writeBookFeed } from './atom.ts';
import type { BookFeedLinks } from './link.ts';
import type { BookFeedsStore } from './store.ts';

export interface BookFeedsOptions {
  store: BookFeedsStore;
  links: Pick<BookFeedLinks, 'isSigned'>;
  /** The user if active, or null. */
  personOf: (userId: string) => Caller | null;
  identify: Requester['identify'];
  books: Pick<BooksService, 'records'>;
  covers: Pick<CoversService, 'book'>;
  serverName: () => string;
  clock: () => Date;
}

const feedQuery = z
  .strictObject({
    library_id: uuid,
    series_id: uuid,
    collection_id: uuid,
    read_list_id: uuid,
  } satisfies Record<BookFeedScope, unknown>)
  .partial()
  .refine((query) => Object.keys(query).length <= 1, 'Limit a feed by one parameter at most');

/** Serves feeds of new books below `/feeds`, for programs without credentials. The addresses are secrets. */
export const bookFeeds = (options: BookFeedsOptions): RequestHandler => {
  const { store, books, covers, serverName, clock } = options;
  const router = express.Router({ mergeParams: true });

  router.get('/new-books.atom', (request, response) => {
    const caller = callerFor(options, request);
    const query = validate(feedQuery, request.query, 'query') as Partial<
      Record<BookFeedScope, string>
    >;
    const scope = bookFeedScopes.find((name) => query[name] !== undefined) ?? null;
    const id = scope === null ? null : (query[scope] ?? null);
    const name = scope === null || id === null ? '' : store.nameOf(scope, id);
    if (name === undefined)
      throw new AppError('NotFound', 'The subject of this feed no longer exists');
    const found = books.records(caller, store.newest(scope, id));
    const { origin, basePath } = requestSource(request);
    const root = `${origin}${request.baseUrl}`;
    const body = writeBookFeed({
      title: name === '' ? serverName() : `${name} – ${serverName()}`,
      self: `${origin}${request.originalUrl}`,
      app: `${origin}${basePath}/`,
      books: [...found.values()],
      coverUrl: (bookId) => `${root}/covers/${bookId}`,
      now: clock().toISOString(),
    });
    response.setHeader('Cache-Control', 'private, max-age=300');
    response.setHeader('Content-Type', 'application/atom+xml; charset=utf-8');
    response.send(body);
  });
  router.get('/covers/:book', async (request: Request<{ book: string }>, response) => {
    callerFor(options, request);
    const conditions = conditionsOf({
      headers: request.headers,
      signal: abortOnClose(response as Response),
    });
    await sendContent(
      request,
      response,
      await covers.book(request.params.book, undefined, conditions),
    );
  });
  router.use((request) => {
    throw new AppError('NotFound', `There is nothing at ${request.path}`);
  });
  return express.Router().use('/feeds/:user/:signature', limitRate(), router);
};

/**
 * The owner of the feed. Throws the same NotFound for unknown users and wrong signatures, so that nobody can
 * find out which users exist.
 */
const callerFor = (
  { personOf, links, identify }: Pick<BookFeedsOptions, 'personOf' | 'links' | 'identify'>,
  request: Request,
): Caller => {
  const { user: userId = '', signature = '' } = request.params as Record<string, string>;
  const caller = personOf(userId);
  if (!caller?.permissions.has('books-read') || !links.isSigned(caller, signature)) {
    throw new AppError(
      'NotFound',
      'This feed address is no longer valid; copy it again from Octavo’s notifications',
    );
  }
  identify(caller.user.id, caller.restricted ? caller.user_pk : null);
  return caller;
};
