import express, { type Request, type RequestHandler, type Response, type Router } from 'express';

import { maxCoverBytes } from '../../../shared/api/covers.ts';
import { endpoints } from '../../../shared/api/index.ts';
import type { Endpoint } from '../../../shared/endpoint.ts';
import { AppError, notFound } from '../../../shared/errors.ts';
import { sendResponse } from './send-response.ts';
import { createBodyReader, createImageReader, createFileReader, createXmlReader } from './body.ts';
import type { Caller } from './caller.ts';
import type { Guard } from '../security/guard.ts';
import type { ViewAs } from '../security/view-as.ts';
import type { SseHub } from '../sse/sse-hub.ts';
import { createAllowedMethods } from './allowed-methods.ts';
import { addressesOf, type AnyHandler, type Route } from './route.ts';
import { abortOnClose } from './abort-signal.ts';
import { validate } from './validate.ts';

export interface ApiOptions {
  routes: readonly Route[];
  guard: Guard;
  viewAs: ViewAs;
  hub: SseHub;
  /** Current maximum size of a JSON body. */
  maxBodyBytes: () => number;
}

/** Base path of our own API. */
export const base = '/api/v1';

/**
 * All endpoints of `shared/api`: authorised, validated, answered as declared; 405 and 404 as JSON.
 */
export const apiRouter = (options: ApiOptions): RequestHandler => {
  const byId = new Map(options.routes.map((route) => [route.endpoint.id, route]));
  // In the order of `shared/api`, which has fixed paths before those with parameters.
  const routes = endpoints.map(({ id }) => {
    const bound = byId.get(id);
    if (!bound) throw new Error(`No route answers the endpoint ${id}`);
    return bound;
  });
  const groups = Map.groupBy(routes, ({ endpoint }) => firstSegment(endpoint.path));
  const readers = createReaders(options.maxBodyBytes);
  const routers = new Map<string, Router>();
  const nothing = (request: Request): never => {
    throw new AppError('NotFound', `There is no endpoint ${request.method} ${base}${request.path}`);
  };
  // Routers are grouped by first segment and built on demand: matching all patterns would cost more
  // than most requests, and compiling all at startup takes an eighth of it.
  return (request, response, next) => {
    const segment = firstSegment(request.path);
    const group = groups.get(segment) ?? nothing(request);
    const router = routers.get(segment) ?? groupRouter(group, readers, options);
    routers.set(segment, router);
    router(request, response, (error?: unknown) =>
      error === undefined ? nothing(request) : next(error),
    );
  };
};

type Readers = ReturnType<typeof createReaders>;

const createReaders = (maxBodyBytes: ApiOptions['maxBodyBytes']) => ({
  'application/json': createBodyReader(maxBodyBytes),
  'application/xml': createXmlReader(maxBodyBytes),
  'image/*': createImageReader(maxCoverBytes),
  'application/vnd.sqlite3': createFileReader('application/vnd.sqlite3'),
  'application/octet-stream': createFileReader('application/octet-stream'),
});

/** Endpoints with a common first segment. */
const groupRouter = (
  group: readonly Route[],
  readers: Readers,
  { guard, viewAs, hub }: Pick<ApiOptions, 'guard' | 'viewAs' | 'hub'>,
): Router => {
  const router = express.Router();
  const methods = createAllowedMethods();
  for (const { endpoint, handler } of group) {
    const path = endpoint.path.replace(/\{\+(\w+)\}/, '*$1').replace(/\{(\w+)\}/g, ':$1');
    methods.add(path, endpoint.method);
    router[lower(endpoint.method)](path, async (request: Request, response: Response) => {
      const caller = await guard(endpoint, request);
      viewAs(endpoint, caller, request);
      const params = parseParams(endpoint, request);
      const readBody = readers[endpoint.bodyType ?? 'application/json'];
      const body = endpoint.body
        ? validate(endpoint.body, await readBody(request, response), 'body')
        : undefined;
      const query = endpoint.query ? validate(endpoint.query, request.query, 'query') : undefined;
      if (endpoint.stream) {
        openStream(endpoint, hub, caller, { request, response, since: sinceOf(query) });
        return;
      }
      const answer: unknown = await (handler as AnyHandler)({
        params,
        query,
        body,
        caller,
        headers: request.headers,
        signal: abortOnClose(response),
        ...addressesOf(request),
      });
      await sendResponse(endpoint, request, response, query, answer);
    });
  }
  methods.rejectOtherMethods(router);
  return router;
};

/** Compared case-insensitively, like the router does. */
const firstSegment = (path: string): string => path.split('/', 2)[1]?.toLowerCase() ?? '';

const lower = (method: Endpoint['method']) =>
  method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Errors of records with a page of their own, by the segment before their id. */
const notFoundIn: Partial<Record<string, (id: string) => AppError>> = {
  books: (id) => notFound('Book', id),
  series: (id) => notFound('Series', id),
  libraries: (id) => notFound('Library', id),
  collections: (id) => notFound('Collection', id),
  'read-lists': (id) => notFound('Reading list', id),
  'smart-lists': (id) => notFound('Smart list', id),
  reports: (id) => notFound('Scan report', id),
};

/**
 * An invalid path parameter is a 404: it cannot identify anything. An id that is no UUID reads like one
 * that is unknown, because people can type it into the address of a page.
 */
const parseParams = (endpoint: Endpoint, request: Request): unknown => {
  if (!endpoint.params) return undefined;
  // Express passes a wildcard parameter as an array of decoded segments.
  const params = Object.entries(request.params as Record<string, string | string[]>).map(
    ([name, value]) => [name, Array.isArray(value) ? value.join('/') : value],
  );
  const result = endpoint.params.safeParse(Object.fromEntries(params));
  if (result.success) return result.data;
  const id = params.find(([name]) => name === 'id')?.[1];
  const errorOf = notFoundIn[/([a-z-]+)\/\{id\}/.exec(endpoint.path)?.[1] ?? ''];
  const isAboutId = result.error.issues.some(({ path }) => path[0] === 'id');
  if (isAboutId && id !== undefined && errorOf !== undefined) throw errorOf(id);
  throw new AppError('NotFound', `There is nothing at ${base}${request.path}`);
};

const openStream = (
  endpoint: Endpoint,
  hub: SseHub,
  caller: Caller | null,
  { request, response, since }: { request: Request; response: Response; since: Date | undefined },
) => {
  if (!caller) throw new AppError('Unauthorized', 'Sign in to open a stream');
  if (request.method === 'HEAD') {
    response.type('text/event-stream').end();
    return;
  }
  // The browser sends the id when it connects again, with the query of the first time.
  const after = request.headers['last-event-id']?.toString() ?? since;
  hub.open(caller, Object.keys(endpoint.stream ?? {}), response, after);
};

const sinceOf = (query: unknown): Date | undefined => {
  const { since } = (query ?? {}) as { since?: string };
  return since === undefined ? undefined : new Date(since);
};
