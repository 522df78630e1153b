import compression from 'compression';
import express, {
  type Express,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';

import { maxCoverBytes } from '../../shared/api/covers.ts';
import { endpoints } from '../../shared/api/index.ts';
import type { Endpoint } from '../../shared/endpoint.ts';
import { AppError } from '../../shared/errors.ts';
import type { PageRequest } from '../../shared/schemas.ts';
import { isJsonText, type Listing } from '../database/json.ts';
import { createBodyReader, createImageReader, createXmlReader, readFileBody } from './body.ts';
import type { Caller } from './caller.ts';
import type { Content } from './content.ts';
import { envelope } from './envelope.ts';
import { errorHandler } from './errors.ts';
import type { Guard } from './guard.ts';
import { hostGuard, type OwnHosts } from './hosts.ts';
import type { Hub } from './hub.ts';
import { isLoopback, limitRate } from './rate-limit.ts';
import type { RequestMeter } from './request-meter.ts';
import { Reply, TextReply, type AnyHandler, type Route } from './route.ts';
import { secureCookies } from './secure-cookies.ts';
import { sendContent } from './send-content.ts';
import { abortedBy } from './signal.ts';
import { validate } from './validate.ts';
import { webApp } from './web-app.ts';

export interface AppOptions {
  routes: readonly Route[];
  guard: Guard;
  hub: Hub;
  log: Logger;
  hosts: OwnHosts;
  /** Largest JSON body at this moment. */
  maxBodyBytes: () => number;
  meter: Pick<RequestMeter, 'middleware'>;
  /** What lives beside our own API: the APIs of other reader servers, at paths of their own. */
  mounts: readonly RequestHandler[];
  /** The interactive documentation, or null where it is off. */
  docs: Router | null;
  /** Folder of the built web app, or null. */
  webRoot: string | null;
}

const base = '/api/v1';

/** The Express application: every endpoint of `shared/api`, JSON errors, and the web app beside it. */
export const createApp = (options: AppOptions): Express => {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', false);
  app.set('query parser', 'simple');
  app.use(options.meter.middleware);
  app.use(hostGuard(options.hosts));
  app.use(secureCookies);
  app.use(securityHeaders());
  app.use(compressForeign());
  app.use(base, limitRate(), apiRouter(options));
  for (const mount of options.mounts) app.use(mount);
  if (options.docs) app.use(options.docs);
  if (options.webRoot !== null) app.use(webApp(options.webRoot));
  app.use((request) => {
    throw new AppError('NotFound', `There is nothing at ${request.path}`);
  });
  app.use(errorHandler(options.log));
  return app;
};

const apiRouter = (options: AppOptions) => {
  const router = express.Router();
  const byId = new Map(options.routes.map((route) => [route.endpoint.id, route]));
  const readBody = createBodyReader(options.maxBodyBytes);
  const readers = {
    'application/xml': createXmlReader(options.maxBodyBytes),
    'image/*': createImageReader(maxCoverBytes),
    'application/vnd.sqlite3': readFileBody,
  };
  const allowed = new Map<string, Set<string>>();
  // In the order of `shared/api`, where fixed paths stand before those with parameters.
  for (const endpoint of endpoints) {
    const bound = byId.get(endpoint.id);
    if (!bound) throw new Error(`No route answers the endpoint ${endpoint.id}`);
    const path = endpoint.path.replace(/\{\+(\w+)\}/, '*$1').replace(/\{(\w+)\}/g, ':$1');
    const methods = allowed.get(path) ?? new Set();
    allowed.set(path, methods.add(endpoint.method));
    if (endpoint.method === 'GET') methods.add('HEAD');
    router[lower(endpoint.method)](path, async (request: Request, response: Response) => {
      const caller = await options.guard(endpoint, request);
      const params = parseParams(endpoint, request);
      const body = endpoint.body
        ? validate(
            endpoint.body,
            await (endpoint.bodyType ? readers[endpoint.bodyType] : readBody)(request, response),
            'body',
          )
        : undefined;
      const query = endpoint.query ? validate(endpoint.query, request.query, 'query') : undefined;
      if (endpoint.stream) {
        openStream(endpoint, options.hub, caller, request, response);
        return;
      }
      const answer: unknown = await (bound.handler as AnyHandler)({
        params,
        query,
        body,
        caller,
        headers: request.headers,
        signal: abortedBy(response),
        ip: request.socket.remoteAddress ?? '',
        secure: request.secure,
      });
      await send(endpoint, request, response, query, answer);
    });
  }
  for (const [path, methods] of allowed) {
    router.all(path, (request) => {
      throw new AppError('MethodNotAllowed', `${request.method} is not possible here`, {
        headers: { Allow: [...methods].sort().join(', ') },
      });
    });
  }
  router.use((request) => {
    throw new AppError('NotFound', `There is no endpoint ${request.method} ${base}${request.path}`);
  });
  return router;
};

const lower = (method: Endpoint['method']) =>
  method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';

/** A parameter that does not fit its schema can name nothing: 404. */
const parseParams = (endpoint: Endpoint, request: Request): unknown => {
  if (!endpoint.params) return undefined;
  // A parameter that takes the rest of a path comes in pieces, each decoded.
  const params = Object.entries(request.params as Record<string, string | string[]>).map(
    ([name, value]) => [name, Array.isArray(value) ? value.join('/') : value],
  );
  const result = endpoint.params.safeParse(Object.fromEntries(params));
  if (result.success) return result.data;
  throw new AppError('NotFound', `There is nothing at ${base}${request.path}`);
};

const openStream = (
  endpoint: Endpoint,
  hub: Hub,
  caller: Caller | null,
  request: Request,
  response: Response,
) => {
  if (!caller) throw new AppError('Unauthorized', 'Sign in to open a stream');
  if (request.method === 'HEAD') {
    response.type('text/event-stream').end();
    return;
  }
  const last = request.headers['last-event-id'];
  hub.open(caller, Object.keys(endpoint.stream ?? {}), response, last?.toString());
};

const send = async (
  endpoint: Endpoint,
  request: Request,
  response: Response,
  query: unknown,
  answer: unknown,
): Promise<void> => {
  if (endpoint.produces) {
    await sendContent(request, response, answer as Content);
    return;
  }
  response.setHeader('Cache-Control', 'private, no-store');
  if (endpoint.status === 204) {
    if (answer instanceof Reply) response.set(answer.headers);
    response.status(204).end();
    return;
  }
  if (endpoint.list) {
    const listing = answer as Listing<unknown> & { headers?: Record<string, string> };
    if (listing.headers) response.set(listing.headers);
    sendJson(response, 200, envelope(request.originalUrl, query as PageRequest, listing));
    return;
  }
  if (endpoint.text) response.vary('Accept');
  if (answer instanceof TextReply) {
    response.setHeader('Content-Type', answer.media_type);
    response.send(answer.text);
    return;
  }
  const reply = answer instanceof Reply ? answer : new Reply(answer, {});
  response.set(reply.headers);
  const status = reply.status ?? endpoint.status ?? 200;
  sendJson(response, status, asText(reply.body), endpoint.responseType);
};

const asText = (body: unknown): string => (isJsonText(body) ? body.json : JSON.stringify(body));

const sendJson = (
  response: Response,
  status: number,
  text: string,
  mediaType = 'application/json; charset=utf-8',
) => {
  response.status(status).setHeader('Content-Type', mediaType);
  response.send(text);
};

/**
 * Strict for the page we serve: our own scripts only. HSTS and upgrade-insecure-requests are off, for
 * they break plain HTTP on the LAN.
 */
const securityHeaders = () =>
  helmet({
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
    originAgentCluster: false,
    crossOriginOpenerPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
  });

const compressible = /json|javascript|css|html|svg|manifest/;

/** Compresses text for other devices; on the machine itself it would only cost time. */
const compressForeign = () =>
  compression({
    filter: (request, response) => {
      const type = response.getHeader('Content-Type');
      return (
        !isLoopback(request.socket.remoteAddress) &&
        typeof type === 'string' &&
        compressible.test(type)
      );
    },
  });
