import express, { type Request, type RequestHandler, type Response, type Router } from 'express';

import type { Access } from '../../../shared/endpoint.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { ClientConditions } from '../../http/api/conditional-request.ts';
import type { Content } from '../../http/api/content.ts';
import type { Guard } from '../../http/security/guard.ts';
import { createAllowedMethods } from '../../http/api/allowed-methods.ts';
import { limitRate } from '../../http/security/rate-limit.ts';
import { sendContent } from '../../http/api/send-content.ts';
import { validate } from '../../http/api/validate.ts';
import type { BooksService } from '../books/service.ts';
import { createPlaceholderCover } from '../covers/placeholder-cover.ts';
import type { CoversService } from '../covers/service.ts';
import type { DownloadsService } from '../downloads/service.ts';
import type { PagesService } from '../pages/types.ts';
import { atomTypes, openSearchDescription, openSearchType, writeAtom } from './atom.ts';
import { askToSignIn, authenticationDocument } from './authentication.ts';
import { feedQuery, type FeedQuery } from './feed-query.ts';
import type { FeedSource, VersionName } from './types.ts';
import type { createCoverLinks } from './cover-links.ts';
import { hasPageImages, type OpdsFeed, type RenderContext } from './feed.ts';
import { paramsOf } from '../../http/api/route.ts';
import { baseOf, readerFor, sendBytes, sendJson } from './http.ts';
import { jsonTypes, placeholderPath, writeFeed } from './json-feed.ts';
import { describeProblem, progressPath } from './progression-problems.ts';

export interface OpdsOptions {
  feeds: readonly FeedSource[];
  guard: Guard;
  books: Pick<BooksService, 'file' | 'readable'>;
  downloads: Pick<DownloadsService, 'series' | 'readList'>;
  covers: Pick<CoversService, 'book' | 'series' | 'hasBook' | 'hasSeries'>;
  pages: Pick<PagesService, 'stored'>;
  coverLinks: ReturnType<typeof createCoverLinks>;
  clock: () => Date;
  /** Additional routes of one version, below its root. */
  versions: Record<VersionName, (context: OpdsContext) => void>;
}

/** An authorised request. */
interface OpdsInput {
  caller: Caller;
  params: Readonly<Record<string, string>>;
  request: Request;
  response: Response;
  /** Rendering context for the caller, with links below the requested path. */
  writing: RenderContext;
}

type Needs = Exclude<Access, 'public'>;
type Handler = (input: OpdsInput) => void | Promise<void>;

/** Context for registering the routes of a version; paths are relative to its root. */
export interface OpdsContext {
  get: (path: string, needs: Needs, handler: Handler) => void;
  put: (path: string, needs: Needs, handler: Handler) => void;
}

/**
 * The catalogue as OPDS 1.2 and 2.0 under `/opds`, and under `/{prefix}/opds` for URLs saved from
 * Komga; links stay below the requested path. The path alone selects the version, whatever the
 * `Accept` header.
 */
export const opdsApi = (options: OpdsOptions): RequestHandler => {
  const catalogue = express.Router();
  catalogue.use(limitRate());
  const describeSearch = (request: Request, response: Response) => {
    sendBytes(response, openSearchType, openSearchDescription(`${baseOf(request)}/v1.2`));
  };
  catalogue.get('/v1.2/search.xml', describeSearch);
  // Komga serves the search description where we serve the results.
  catalogue.get('/v1.2/search', (request, response, next) => {
    if (request.query.query === undefined) describeSearch(request, response);
    else next();
  });
  catalogue.get('/v2/auth', (request, response) => {
    sendJson(response, jsonTypes.authentication, authenticationDocument(request, null));
  });
  const placeholder = createPlaceholderCover();
  catalogue.get(`/v2${placeholderPath}`, async (request, response) => {
    const cache_control = 'public, max-age=604800';
    await sendContent(request, response, { ...(await placeholder()), cache_control });
  });
  mountVersion(catalogue, options, {
    name: 'v1.2',
    roots: ['/', '/catalog', '/v1.2', '/v1.2/catalog'],
    send: async (response, feed, writing) => {
      sendBytes(response, atomTypes[feed.kind], await writeAtom(feed, writing));
    },
  });
  mountVersion(catalogue, options, {
    name: 'v2',
    roots: ['/v2', '/v2/catalog', '/v2.0', '/v2.0/catalog'],
    send: async (response, feed, writing) => {
      sendJson(response, jsonTypes.feed, await writeFeed(feed, writing));
    },
  });
  catalogue.use((request) => {
    const base = baseOf(request);
    throw new AppError(
      'NotFound',
      `There is nothing at ${request.method} ${request.originalUrl}; the catalogue is at ${base} (OPDS 1.2) and ${base}/v2 (OPDS 2.0)`,
    );
  });
  catalogue.use(askToSignIn);
  catalogue.use([`/v1.2${progressPath}`, `/v2${progressPath}`], describeProblem);
  return express.Router().use(['/opds', '/:prefix/opds'], catalogue);
};

interface Version {
  name: VersionName;
  /** All paths of the start feed. */
  roots: string[];
  send: (response: Response, feed: OpdsFeed, writing: RenderContext) => Promise<void>;
}

const mountVersion = (
  router: Router,
  { feeds, guard, books, downloads, covers, pages, coverLinks, clock, versions }: OpdsOptions,
  { name, roots, send }: Version,
) => {
  const writingFor = (request: Request, { permissions }: Caller): RenderContext => {
    const root = `${baseOf(request)}/${name}`;
    return {
      root,
      canDownload: permissions.has('books-download'),
      canRead: permissions.has('pages-read'),
      canKeepProgress: permissions.has('progress-read') && permissions.has('progress-write'),
      canSearch: permissions.has('books-read'),
      async coverUrl(path) {
        const [, kind, id = ''] = path.split('/');
        const isThere = await (kind === 'books' ? covers.hasBook(id) : covers.hasSeries(id));
        if (!isThere) return null;
        return `${root}${path}/thumbnail?${coverLinks.sign(`/${name}${path}/thumbnail`)}`;
      },
      hasPageImages: (book) => hasPageImages(book, pages),
      now: clock().toISOString(),
    };
  };
  const methods = createAllowedMethods();
  const add = (method: 'get' | 'put', path: string, needs: Needs, handler: Handler) => {
    methods.add(path, method.toUpperCase());
    router[method](path, async (request: Request, response: Response) => {
      const caller = await guard({ access: needs }, request);
      if (!caller) throw new AppError('Unauthorized', 'Sign in to use this');
      const writing = writingFor(request, caller);
      await handler({ caller, params: paramsOf(request), request, response, writing });
    });
  };

  for (const { path, aliases = [], only = name, needs, load } of feeds) {
    if (only !== name) continue;
    const named = [path, ...aliases].map((suffix) => `/${name}${suffix}`);
    for (const route of path === '/catalog' ? roots : named) {
      add('get', route, needs, async ({ caller, params, request, response, writing }) => {
        const query = validate(feedQuery, request.query, 'query') as FeedQuery;
        await send(response, await load(caller, query, params), writing);
      });
    }
  }

  const cover = (
    kind: 'books' | 'series',
    find: (id: string, reader: ClientConditions) => Promise<Content>,
  ) => {
    const answer = async (request: Request, response: Response) => {
      const image = await find(paramsOf(request).id ?? '', readerFor(request, response));
      await sendContent(request, response, image);
    };
    const path = `/${name}/${kind}/:id/thumbnail`;
    router.get(path, async (request, response, next) => {
      if (coverLinks.isSigned(request.path, request.query)) await answer(request, response);
      else next();
    });
    for (const route of [path, `${path}/small`]) {
      add('get', route, [`${kind}-read`], ({ request, response }) => answer(request, response));
    }
  };
  cover('books', (id, reader) => covers.book(id, undefined, reader));
  cover('series', (id, reader) => covers.series(id, undefined, reader));

  for (const route of ['file', 'file/:name']) {
    add('get', `/${name}/books/:id/${route}`, ['books-read', 'books-download'], async (input) => {
      await sendContent(input.request, input.response, await books.file(input.params.id ?? ''));
    });
  }
  add('get', `/${name}/books/:id/epub/:name`, ['books-read', 'books-download'], async (input) => {
    const { params, request, response } = input;
    await sendContent(request, response, await books.readable(params.id ?? ''));
  });
  const archives = {
    series: { needs: ['series-read', 'books-read', 'books-download'], send: downloads.series },
    'read-lists': {
      needs: ['read-lists-read', 'books-read', 'books-download'],
      send: downloads.readList,
    },
  } as const;
  for (const [kind, { needs, send: archive }] of Object.entries(archives)) {
    for (const route of ['file', 'file/:name']) {
      add('get', `/${name}/${kind}/:id/${route}`, needs, async (input) => {
        const { caller, params, request, response } = input;
        await sendContent(request, response, await archive(caller, params.id ?? ''));
      });
    }
  }
  versions[name]({
    get: (path, needs, handler) => add('get', `/${name}${path}`, needs, handler),
    put: (path, needs, handler) => add('put', `/${name}${path}`, needs, handler),
  });
  methods.rejectOtherMethods(router);
};
