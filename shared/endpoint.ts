import type { z } from 'zod';

import type { ErrorCode } from './errors.ts';
import type { Permission } from './permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Access rule: everyone, signed-in users, or callers with all the given permissions. A missing
 * permission results in a 403 naming it.
 */
export type Access = 'public' | 'signed-in' | readonly [Permission, ...Permission[]];

type Schema = z.ZodType;

/**
 * One endpoint of `/api/v1`, declared once. The Express route, validation, permission check,
 * OpenAPI operation and typed client are all derived from it.
 */
export interface Endpoint {
  /** Unique operation id, for example `listSeries`. */
  id: string;
  method: Method;
  /**
   * Below `/api/v1`, parameters in braces: `/books/{id}/pages/{page_number}`. A final `{+path}`
   * matches the rest, including slashes.
   */
  path: string;
  access: Access;
  tag: string;
  summary: string;
  description?: string;
  /** An invalid path parameter is a 404: it cannot identify anything. */
  params?: Schema;
  query?: Schema;
  /** Headers with an effect, besides those implied by `produces` and `stream`: name → purpose. */
  headers?: Readonly<Record<string, string>>;
  body?: Schema;
  /**
   * Media type of a non-JSON body: a text (with a string schema), image bytes, or a streamed file.
   */
  bodyType?: 'application/xml' | 'image/*' | 'application/vnd.sqlite3' | 'application/octet-stream';
  /** Schema of the JSON response. */
  response?: Schema;
  /** Media type of `response` if not plain `application/json`. */
  responseType?: string;
  /** Media type of an additional text form, for callers whose `Accept` names it. */
  text?: string;
  /** Instead of `response`: the record schema of a paginated list. */
  list?: Schema;
  /** Instead of `response`: the media types of streamed content. */
  produces?: readonly string[];
  /** Instead of `response`: a Server-Sent Events stream, event name → schema of its data. */
  stream?: Readonly<Record<string, Schema>>;
  /** Instead of `response`: a redirect of the browser (302). */
  redirects?: true;
  /** Status on success; default 200. */
  status?: 200 | 201 | 204;
  /** Other statuses with the same body, for example 200 if nothing new was created. */
  alsoStatus?: readonly (200 | 503)[];
  /** Errors beyond those implied by the declaration; see `documentedErrors`. */
  errors?: readonly ErrorCode[];
  deprecated?: boolean;
}

/** Declares an endpoint; the types of its input and result are inferred from the declaration. */
export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration;

/** The input type of a client call. */
export type EndpointInput<E> = (E extends { params: infer P extends Schema }
  ? { params: z.input<P> }
  : { params?: undefined }) &
  (E extends { query: infer Q extends Schema } ? { query?: z.input<Q> } : { query?: undefined }) &
  (E extends { body: infer B extends Schema } ? { body: z.input<B> } : { body?: undefined });

/** The input type of a handler, after validation. */
export interface EndpointParsed<E> {
  params: E extends { params: infer P extends Schema } ? z.output<P> : undefined;
  query: E extends { query: infer Q extends Schema } ? z.output<Q> : undefined;
  body: E extends { body: infer B extends Schema } ? z.output<B> : undefined;
}

/** One page of a list, as returned by all list endpoints. */
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

/** The record type of a list endpoint. */
export type EndpointItem<E> = E extends { list: infer I extends Schema } ? z.output<I> : never;

/** The result type of a client call. */
export type EndpointResult<E> = E extends { list: Schema }
  ? Paginated<EndpointItem<E>>
  : E extends { response: infer R extends Schema }
    ? z.output<R>
    : undefined;
