import { randomUUID } from 'node:crypto';

import express, { type Request, type RequestHandler, type Response } from 'express';
import type { Logger } from 'pino';
import { z } from 'zod';

import { isEbook } from '../../../shared/api/book-record.ts';
import { AppError, nullOn } from '../../../shared/errors.ts';
import type { Permission } from '../../../shared/permissions.ts';
import { uuid } from '../../../shared/schemas.ts';
import { abortOnClose } from '../../http/api/abort-signal.ts';
import { createBodyReader } from '../../http/api/body.ts';
import type { Caller } from '../../http/api/caller.ts';
import { conditionsOf } from '../../http/api/conditional-request.ts';
import { errorHandler } from '../../http/api/errors.ts';
import { sendContent } from '../../http/api/send-content.ts';
import { validate } from '../../http/api/validate.ts';
import { originOf } from '../../http/net/origin.ts';
import { clientAddress, reachedUrl } from '../../http/net/request-source.ts';
import type { Authenticator } from '../../http/security/guard.ts';
import { limitRate } from '../../http/security/rate-limit.ts';
import type { LoginRateLimiter } from '../auth/login-rate-limiter.ts';
import type { BooksService } from '../books/service.ts';
import type { CoversService } from '../covers/service.ts';
import type { DevicesService } from '../devices/service.ts';
import { bookOfCover } from './entries.ts';
import { statesBody, type ReadingStates, type StatesBody } from './reading-state.ts';
import { resourcesAt } from './resources.ts';
import type { KoboStore } from './store.ts';
import type { KoboSync } from './sync.ts';
import type { KoboDevice } from './types.ts';
import { neverCached } from '../../http/api/content.ts';

export interface KoboOptions {
  store: Pick<KoboStore, 'ofKey' | 'deleteBook'>;
  sync: KoboSync;
  states: ReadingStates;
  books: Pick<BooksService, 'get' | 'readable'>;
  covers: Pick<CoversService, 'book'>;
  devices: Pick<DevicesService, 'readingOn'>;
  authenticate: Authenticator['authenticate'];
  loginLimiter: LoginRateLimiter;
  /** Current maximum size of a JSON body. */
  maxBodyBytes: () => number;
  clock: () => Date;
  log: Logger;
}

interface KoboRequest {
  caller: Caller;
  kobo: KoboDevice;
  /** The address that the device uses, with its key. */
  root: string;
  request: Request;
  response: Response;
}

const reading: readonly Permission[] = ['books-read', 'books-download'];

/**
 * The API of Kobo's shop, as far as its e-readers need it, below `/kobo`. The shop itself is answered with
 * nothing: no request goes on to Kobo. `takeKoboToken` has taken the key out of the path.
 */
export const koboApi = (options: KoboOptions): RequestHandler => {
  const { store, sync, states, books, covers, devices, clock } = options;
  const readBody = createBodyReader(options.maxBodyBytes, ['application/json']);
  const router = express.Router();
  const add = (
    method: 'get' | 'put' | 'post' | 'delete' | 'all',
    path: string,
    needs: readonly Permission[],
    handle: (input: KoboRequest) => Promise<void> | void,
  ) => {
    router[method](path, async (request: Request, response: Response) => {
      const { caller, kobo } = await authenticated(options, request);
      const missing = needs.find((name) => !caller.permissions.has(name));
      if (missing !== undefined)
        throw new AppError('Forbidden', `This device lacks the permission ${missing}`);
      const root = `${reachedUrl(request)}/kobo/${keyOf(request)}`;
      await handle({ caller, kobo, root, request, response });
    });
  };

  add('get', '/v1/initialization', [], ({ root, response }) => {
    // An empty JSON object in Base64.
    response.setHeader('x-kobo-apitoken', 'e30=');
    response.json({ Resources: resourcesAt(root) });
  });
  add('post', '/v1/auth/:step', [], async ({ request, response }) => {
    const body = signInBody.safeParse(await readBody(request, response));
    // The device sends these back in headers that mean nothing here: its key is in its address.
    response.json({
      AccessToken: randomUUID(),
      RefreshToken: randomUUID(),
      TokenType: 'Bearer',
      TrackingId: randomUUID(),
      UserKey: body.data?.UserKey ?? '',
    });
  });
  add('get', '/v1/library/sync', reading, async ({ caller, kobo, root, request, response }) => {
    const token = request.headers['x-kobo-synctoken']?.toString() ?? null;
    const answer = await sync.next(caller, kobo, token, root);
    response.setHeader('x-kobo-synctoken', answer.token);
    if (answer.hasMore) response.setHeader('x-kobo-sync', 'continue');
    response.json(answer.entries);
  });
  add('get', '/v1/library/:id/metadata', reading, async ({ caller, root, request, response }) => {
    response.json([await sync.metadata(caller, idOf(request), root)]);
  });
  add('get', '/v1/library/:id/state', ['books-read'], async ({ caller, request, response }) => {
    response.json([await states.get(caller, books.get(caller, idOf(request)))]);
  });
  add('put', '/v1/library/:id/state', ['books-read'], async (input) => {
    const { caller, kobo, request, response } = input;
    const id = idOf(request);
    const body = validate(statesBody, await readBody(request, response), 'body') as StatesBody;
    const [state] = body.ReadingStates;
    const device = devices.readingOn(caller, request.headers['user-agent']);
    const isAllowed = caller.permissions.has('progress-write') && state !== undefined;
    books.get(caller, id);
    const Result = isAllowed ? await states.put(caller, kobo, id, { state, device }) : 'Ignored';
    response.json({
      RequestResult: 'Success',
      UpdateResults: [
        {
          EntitlementId: id,
          CurrentBookmarkResult: { Result },
          StatisticsResult: { Result: 'Ignored' },
          StatusInfoResult: { Result },
        },
      ],
    });
  });
  add('delete', '/v1/library/:id', [], ({ kobo, request, response }) => {
    store.deleteBook(kobo.pk, idOf(request), clock().toISOString());
    response.status(204).end();
  });
  // Collections that are made on the device stay there.
  add('post', '/v1/library/tags', [], ({ response }) => {
    response.status(201).json(randomUUID());
  });
  add('get', '/v1/books/:id/file.epub', reading, async ({ caller, request, response }) => {
    const { id, format } = books.get(caller, idOf(request));
    if (!isEbook(format)) throw new AppError('NotFound', `Book ${id} is no EPUB`);
    await sendContent(request, response, await books.readable(id));
  });
  const covering = '/covers/:image/:width/:height';
  for (const path of [`${covering}/:grey/image.jpg`, `${covering}/:quality/:grey/image.jpg`]) {
    add('get', path, ['books-read'], async ({ caller, request, response }) => {
      const id = bookOfCover(String(request.params.image));
      const signal = abortOnClose(response);
      const conditions = conditionsOf({ headers: request.headers, signal, caller });
      // Without an `Accept`, it is a JPEG.
      await sendContent(request, response, await covers.book(id, undefined, conditions));
    });
  }
  add(
    'all',
    '/v1/user/loyalty/benefits',
    [],
    ({ response }) => void response.json({ Benefits: {} }),
  );
  add('all', '/v1/analytics/gettests', [], ({ response }) => {
    response.json({ Result: 'Success', TestKey: '', Tests: {} });
  });
  // The shop, recommendations, statistics for the shop, and whatever firmware will ask for.
  add('all', '/{*rest}', [], ({ response }) => void response.json({}));

  router.use(errorHandler(options.log));
  return express.Router().use('/kobo', limitRate(), noStore, router);
};

const signInBody = z.object({ UserKey: z.string().max(1000).nullish() });

const noStore: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', neverCached);
  next();
};

const keyOf = ({ headers }: Request): string => headers['x-api-key']?.toString() ?? '';

/** The id in the path; throws NotFound for one that cannot be an id. */
const idOf = (request: Request): string => {
  const id = uuid.safeParse(request.params.id);
  if (id.success) return id.data;
  throw new AppError('NotFound', 'There is no such book');
};

/**
 * The device and its person. Throws Unauthorized, or TooManyRequests after many failures. A valid key is never
 * refused, because 32 random bytes cannot be guessed.
 */
const authenticated = async (
  { authenticate, store, loginLimiter }: KoboOptions,
  request: Request,
): Promise<{ caller: Caller; kobo: KoboDevice }> => {
  const from = originOf({ headers: request.headers, ip: clientAddress(request) });
  const credentials = { authorization: undefined, cookie: undefined, api_key: keyOf(request) };
  const caller = await authenticate({ ...credentials, ...from, method: request.method }).catch(
    nullOn('Unauthorized'),
  );
  const keyId = caller?.key_id ?? null;
  const kobo = keyId === null ? null : store.ofKey(keyId);
  if (caller && kobo) return { caller, kobo };
  loginLimiter.begin(from.ip, from.ip);
  throw new AppError('Unauthorized', 'This device is no longer connected to Octavo');
};
