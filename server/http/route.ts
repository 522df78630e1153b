import type { IncomingHttpHeaders } from 'node:http';

import type {
  Endpoint,
  EndpointItem,
  EndpointParsed,
  EndpointResult,
} from '../../shared/endpoint.ts';
import type { JsonText, Listing } from '../database/json.ts';
import type { Caller } from './caller.ts';
import type { Content } from './content.ts';

/** What a handler may know of a request beyond its validated input. */
export interface RequestContext {
  /** Lower-case names, as Node gives them. */
  headers: IncomingHttpHeaders;
  /** Aborted when the client goes away. */
  signal: AbortSignal;
  /** Address of the peer. */
  ip: string;
  /** Whether it came over TLS. */
  secure: boolean;
}

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
    ? Listing<EndpointItem<E>> & WithHeaders
    : E extends { response: object }
      ? EndpointResult<E> | JsonText<EndpointResult<E>> | Reply<EndpointResult<E>> | TextReply
      : undefined;

/** A JSON answer with headers of its own (`Location` of what was created, a cookie) or another status. */
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

/** The text form of an answer, of an endpoint with `text`. */
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
  // A handler of a 204 endpoint may give nothing at all.
) => E extends { status: 204 } ? unknown : Answer<E> | Promise<Answer<E>>;

export type AnyHandler = (
  input: { params: unknown; query: unknown; body: unknown; caller: Caller | null } & RequestContext,
) => unknown;

/** An endpoint bound to what answers it; `handler` is null for event streams. */
export interface Route {
  endpoint: Endpoint;
  handler: AnyHandler | null;
}

/** Binds an endpoint to one expression that calls a service. */
export const route = <const E extends Endpoint>(endpoint: E, handler: Handler<E>): Route => ({
  endpoint,
  handler: handler as unknown as AnyHandler,
});

/** An event stream: the hub answers it. */
export const streamRoute = (endpoint: Endpoint): Route => ({ endpoint, handler: null });
