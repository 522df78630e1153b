import type { z } from 'zod';

import type { ErrorCode } from './errors.ts';
import type { Permission } from './permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call: everyone, everyone who is signed in, or callers that hold all the named permissions.
 * A missing permission is answered with 403 naming it.
 */
export type Access = 'public' | 'signed-in' | readonly [Permission, ...Permission[]];

type Schema = z.ZodType;

/**
 * One endpoint of `/api/v1`, declared once. From this value come the Express route, validation,
 * the permission guard, the OpenAPI operation and the typed client.
 */
export interface Endpoint {
  /** Unique operation id, for example `listSeries`. */
  id: string;
  method: Method;
  /**
   * Below `/api/v1`, parameters in braces: `/books/{id}/pages/{page_number}`. `{+path}` at the end takes
   * the rest, slashes and all.
   */
  path: string;
  access: Access;
  tag: string;
  summary: string;
  description?: string;
  /** A parameter that does not fit is a 404, for it can name nothing. */
  params?: Schema;
  query?: Schema;
  /** Headers that change what happens, beside those that `produces` and `stream` imply: name → what for. */
  headers?: Readonly<Record<string, string>>;
  body?: Schema;
  /**
   * Media type of a body that is no JSON: text, whose schema is one of a string, the bytes of an image, or
   * the bytes of a file as they come.
   */
  bodyType?: 'application/xml' | 'image/*' | 'application/vnd.sqlite3';
  /** The JSON body of the answer. */
  response?: Schema;
  /** Media type of `response` where plain `application/json` would say too little. */
  responseType?: string;
  /** Beside `response`: media type of a text form, for callers whose `Accept` names it. */
  text?: string;
  /** Instead of `response`: the records of a paginated envelope. */
  list?: Schema;
  /** Instead of `response`: the media types of a streamed answer. */
  produces?: readonly string[];
  /** Instead of `response`: a Server-Sent-Events stream, event name → schema of its data. */
  stream?: Readonly<Record<string, Schema>>;
  /** Status of success; 200 unless said. */
  status?: 200 | 201 | 204;
  /** Other statuses that the same body is sent with, for example 200 where nothing new was made. */
  alsoStatus?: readonly (200 | 503)[];
  /** Errors beyond those that the declaration implies: `documentedErrors` knows which these are. */
  errors?: readonly ErrorCode[];
  deprecated?: boolean;
}

/** Declares an endpoint; the types of its input and result are inferred from the declaration. */
export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration;

/** What a client sends. */
export type EndpointInput<E> = (E extends { params: infer P extends Schema }
  ? { params: z.input<P> }
  : { params?: undefined }) &
  (E extends { query: infer Q extends Schema } ? { query?: z.input<Q> } : { query?: undefined }) &
  (E extends { body: infer B extends Schema } ? { body: z.input<B> } : { body?: undefined });

/** What a handler receives, after validation. */
export interface EndpointParsed<E> {
  params: E extends { params: infer P extends Schema } ? z.output<P> : undefined;
  query: E extends { query: infer Q extends Schema } ? z.output<Q> : undefined;
  body: E extends { body: infer B extends Schema } ? z.output<B> : undefined;
}

/** One page of a list, as every list endpoint returns it. */
export interface Paginated<T> {
  data: T[];
  page: number;
  pageSize: number;
  total: number;
  totalPages: number;
  links: {
    self: string;
    first: string;
    last: string;
    prev: string | null;
    next: string | null;
  };
}

/** The items of a list endpoint. */
export type EndpointItem<E> = E extends { list: infer I extends Schema } ? z.output<I> : never;

/** What the typed client gives back. */
export type EndpointResult<E> = E extends { list: Schema }
  ? Paginated<EndpointItem<E>>
  : E extends { response: infer R extends Schema }
    ? z.output<R>
    : undefined;
