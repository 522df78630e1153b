import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';

import type { Access } from '../../../shared/endpoint.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Caller } from '../../http/caller.ts';
import { readerOf, type ContentReader } from '../../http/content-reader.ts';
import type { Content } from '../../http/content.ts';
import type { Guard } from '../../http/guard.ts';
import { limitRate } from '../../http/rate-limit.ts';
import { sendContent } from '../../http/send-content.ts';
import { abortedBy } from '../../http/signal.ts';
import { validate } from '../../http/validate.ts';
import type { BooksService } from '../books/service.ts';
import type { CoversService } from '../covers/service.ts';
import { atomTypes, openSearchDescription, writeAtom } from './atom.ts';
import { feedQuery, type FeedQuery, type FeedSource } from './catalog.ts';
import type { createCoverLinks } from './cover-links.ts';
import type { Feed, Writing } from './feed.ts';
import { authenticationDocument, jsonTypes, writeFeed } from './json-feed.ts';

export interface OpdsOptions {
  feeds: readonly FeedSource[];
  guard: Guard;
  books: Pick<BooksService, 'file'>;
  covers: Pick<CoversService, 'book' | 'series'>;
  coverLinks: ReturnType<typeof createCoverLinks>;
  clock: () => Date;
  /** What only one version has, below its root. */
  versions: Record<'v1.2' | 'v2', (context: OpdsContext) => void>;
}

/** A request by somebody who may make it. */
interface OpdsInput {
  caller: Caller;
  params: Readonly<Record<string, string>>;
  request: Request;
  response: Response;
}

type Needs = Exclude<Access, 'public'>;
type Handler = (input: OpdsInput) => void | Promise<void>;

/** What the routes of a version are made with; paths are below its root. */
export interface OpdsContext {
  root: string;
  get: (path: string, needs: Needs, handler: Handler) => void;
  put: (path: string, needs: Needs, handler: Handler) => void;
  writingFor: (caller: Caller) => Writing;
}

/**
 * The catalogue as OPDS 1.2 and 2.0 under `/opds`. The path alone decides about the version, whatever a
 * program says that it accepts.
 */
export const opdsApi = (options: OpdsOptions): RequestHandler => {
  const router = express.Router();
  router.use('/opds', limitRate());
  mountVersion(router, options, {
    name: 'v1.2',
    roots: ['/opds', '/opds/v1.2', '/opds/v1.2/catalog'],
    send: (response, feed, writing) => {
      sendBytes(response, atomTypes[feed.kind], writeAtom(feed, writing));
    },
  });
  mountVersion(router, options, {
    name: 'v2',
    roots: ['/opds/v2', '/opds/v2/catalog'],
    send: async (response, feed, writing) => {
      sendJson(response, jsonTypes.feed, await writeFeed(feed, writing));
    },
  });
  router.get('/opds/v1.2/search.xml', (_request, response) => {
    const type = 'application/opensearchdescription+xml';
    sendBytes(response, type, openSearchDescription('/opds/v1.2'));
  });
  router.get('/opds/v2/auth', (request, response) => {
    sendJson(response, jsonTypes.authentication, authenticationDocument(originOf(request)));
  });
  router.use('/opds', (request) => {
    throw new AppError('NotFound', `There is nothing at ${request.method} ${request.originalUrl}`);
  });
  router.use('/opds', askToSignIn);
  return router;
};

/** What is known of who asks. */
export const readerFor = ({ headers }: Request, response: Response): ContentReader =>
  readerOf({ headers, signal: abortedBy(response) });

/** A JSON document of OPDS 2.0. */
export const sendJson = (response: Response, type: string, body: object): void => {
  sendBytes(response, type, Buffer.from(JSON.stringify(body)));
};

interface Version {
  name: 'v1.2' | 'v2';
  /** All paths of the first feed. */
  roots: string[];
  send: (response: Response, feed: Feed, writing: Writing) => void | Promise<void>;
}

const mountVersion = (
  router: Router,
  { feeds, guard, books, covers, coverLinks, clock, versions }: OpdsOptions,
  { name, roots, send }: Version,
) => {
  const root = `/opds/${name}`;
  const allowed = new Map<string | string[], string[]>();
  const add = (method: 'get' | 'put', paths: string | string[], needs: Needs, handler: Handler) => {
    const names = method === 'get' ? ['GET', 'HEAD'] : ['PUT'];
    allowed.set(paths, [...(allowed.get(paths) ?? []), ...names]);
    router[method](paths, async (request: Request, response: Response) => {
      const caller = await guard({ access: needs }, request);
      if (!caller) throw new AppError('Unauthorized', 'Sign in to use this');
      await handler({ caller, params: paramsOf(request), request, response });
    });
  };
  const writingFor: OpdsContext['writingFor'] = ({ permissions }) => ({
    root,
    mayRead: permissions.has('pages-read'),
    mayWriteProgress: permissions.has('progress-write'),
    coverUrl: (path) => coverLinks.sign(`${root}${path}/thumbnail`),
    now: clock().toISOString(),
  });

  for (const { path, needs, load } of feeds) {
    const paths = path === '/catalog' ? roots : root + path;
    add('get', paths, needs, async ({ caller, params, request, response }) => {
      const query = validate(feedQuery, request.query, 'query') as FeedQuery;
      await send(response, await load(caller, query, params), writingFor(caller));
    });
  }

  const cover = (
    kind: 'books' | 'series',
    find: (id: string, reader: ContentReader) => Promise<Content>,
  ) => {
    const path = `${root}/${kind}/:id/thumbnail`;
    const answer = async (request: Request, response: Response) => {
      const image = await find(paramsOf(request).id ?? '', readerFor(request, response));
      await sendContent(request, response, image);
    };
    router.get(path, async (request, response, next) => {
      if (coverLinks.isSigned(request.path, request.query)) await answer(request, response);
      else next();
    });
    add('get', path, [`${kind}-read`], ({ request, response }) => answer(request, response));
  };
  cover('books', (id, reader) => covers.book(id, undefined, reader));
  cover('series', (id, reader) => covers.series(id, undefined, reader));

  add('get', `${root}/books/:id/file/:name`, ['books-read'], async (input) => {
    await sendContent(input.request, input.response, await books.file(input.params.id ?? ''));
  });
  versions[name]({
    root,
    get: (path, needs, handler) => add('get', root + path, needs, handler),
    put: (path, needs, handler) => add('put', root + path, needs, handler),
    writingFor,
  });
  for (const [paths, methods] of allowed) {
    router.all(paths, (request) => {
      throw new AppError('MethodNotAllowed', `${request.method} is not possible here`, {
        headers: { Allow: methods.join(', ') },
      });
    });
  }
};

/** A parameter that takes the rest of a path comes in pieces, each decoded. */
const paramsOf = (request: Request): Record<string, string> =>
  Object.fromEntries(
    Object.entries(request.params as Record<string, string | string[]>).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join('/') : value,
    ]),
  );

const sendBytes = (response: Response, type: string, bytes: Buffer) => {
  response.setHeader('Cache-Control', 'private, no-store');
  response.setHeader('Content-Type', type);
  response.send(bytes);
};

/** A 401 carries the document that says how to sign in, and lets programs of 1.2 ask for a password. */
const askToSignIn: ErrorRequestHandler = (error: unknown, request, response, next) => {
  if (!(error instanceof AppError) || error.code !== 'Unauthorized') {
    next(error);
    return;
  }
  response.status(401).set(error.headers);
  response.setHeader('WWW-Authenticate', 'Basic realm="Octavo", charset="UTF-8"');
  response.setHeader(
    'Link',
    `</opds/v2/auth>; rel="http://opds-spec.org/auth/document"; type="${jsonTypes.authentication}"`,
  );
  sendJson(response, jsonTypes.authentication, authenticationDocument(originOf(request)));
};

const originOf = (request: Request): string =>
  `${request.protocol}://${request.headers.host ?? 'localhost'}`;
