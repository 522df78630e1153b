import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

import type { Request } from 'express';

import type {
  Endpoint,
  EndpointItem,
  EndpointParsed,
  EndpointResult,
} from '../../../shared/endpoint.ts';
import type { JsonText, ListPage } from '../../database/json.ts';
import { reachedUrl, requestSource } from '../net/request-source.ts';
import type { Caller } from './caller.ts';
import type { Content } from './content.ts';

/** The request data available to a handler besides its validated input. */
export interface RequestContext {
  /** Lower-case names, as provided by Node. */
  headers: IncomingHttpHeaders;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  /** Address of the client, behind trusted proxies. */
  ip: string;
  /** Address of the socket, which no header changes. */
  peer: string;
  /** Whether a program on this machine sent it, not through a proxy. */
  isLocal: boolean;
  /**
   * The base URL by which the client reached the server, without a trailing slash; for redirects,
   * redirect URIs and links in the response: `https://example.org/octavo`.
   */
  reachedUrl: string;
  /** Path of `reachedUrl`: `/octavo`, or empty. */
  basePath: string;
  /** The base URL for links that the caller uses elsewhere. */
  publicUrl: string;
  /** The base URL for links in mails. */
  mailUrl: string;
}

/** The addresses of a request for its handler. */
export const addressesOf = (
  request: IncomingMessage,
): Pick<
  RequestContext,
  'ip' | 'peer' | 'isLocal' | 'reachedUrl' | 'basePath' | 'publicUrl' | 'mailUrl'
> => {
  const { address: ip, isLocal, basePath, publicUrl, mailUrl } = requestSource(request);
  const peer = request.socket.remoteAddress ?? '';
  return { ip, peer, isLocal, reachedUrl: reachedUrl(request), basePath, publicUrl, mailUrl };
};

type CallerOf<E> = E extends { access: 'public' } ? null : Caller;

export type HandlerInput<E extends Endpoint> = EndpointParsed<E> &
  RequestContext & { caller: CallerOf<E> };

interface WithHeaders {
  /** Extra response headers. */
  headers?: Record<string, string>;
}

type Answer<E> = E extends { produces: readonly string[] }
  ? Content
  : E extends { list: object }
    ? ListPage<EndpointItem<E>> & WithHeaders
    : E extends { redirects: true }
      ? Redirect
      : E extends { response: object }
        ? EndpointResult<E> | JsonText<EndpointResult<E>> | Reply<EndpointResult<E>> | TextReply
        : undefined;

/**
 * A JSON response with additional headers (`Location` of a created resource, a cookie) or another
 * status.
 */
export class Reply<T> {
  readonly body: T | JsonText<T>;
  readonly headers: Record<string, string>;
  readonly status: number | null;

  constructor(
    body: T | JsonText<T>,
    headers: Record<string, string>,
    status: number | null = null,
  ) {
    this.body = body;
    this.headers = headers;
    this.status = status;
  }
}

/** The response of an endpoint with `redirects`. */
export class Redirect {
  readonly url: string;
  readonly headers: Record<string, string>;

  constructor(url: string, headers: Record<string, string> = {}) {
    this.url = url;
    this.headers = headers;
  }
}

/** The text form of a response, for an endpoint with `text`. */
export class TextReply {
  readonly text: string;
  readonly media_type: string;

  constructor(text: string, mediaType: string) {
    this.text = text;
    this.media_type = mediaType;
  }
}

export type Handler<E extends Endpoint> = (
  input: HandlerInput<E>,
  // A handler of a 204 endpoint can return anything.
) => E extends { status: 204 } ? unknown : Answer<E> | Promise<Answer<E>>;

export type AnyHandler = (
  input: { params: unknown; query: unknown; body: unknown; caller: Caller | null } & RequestContext,
) => unknown;

/** An endpoint with its handler; null for event streams. */
export interface Route {
  endpoint: Endpoint;
  handler: AnyHandler | null;
}

/** Binds an endpoint to one expression that calls a service. */
export const route = <const E extends Endpoint>(endpoint: E, handler: Handler<E>): Route => ({
  endpoint,
  handler: handler as unknown as AnyHandler,
});

/** An event stream, handled by the hub. */
export const streamRoute = (endpoint: Endpoint): Route => ({ endpoint, handler: null });

/** Express passes a wildcard parameter as an array of decoded segments. */
export const paramsOf = (request: Request): Record<string, string> =>
  Object.fromEntries(
    Object.entries(request.params as Record<string, string | string[]>).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join('/') : value,
    ]),
  );
