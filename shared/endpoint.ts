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
export interface Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Response extends Schema | undefined = Schema | undefined,
  Item extends Schema | undefined = Schema | undefined,
> {
  /** Unique operation id, for example `listSeries`. */
  id: string;
  method: Method;
  /** Below `/api/v1`, parameters in braces: `/books/{id}/pages/{page_number}`. */
  path: string;
  access: Access;
  tag: string;
  summary: string;
  description?: string;
  /** A parameter that does not fit is a 404, for it can name nothing. */
  params?: Params;
  query?: Query;
  body?: Body;
  /** True where the whole body may be left out (an empty object is then validated). */
  bodyOptional?: boolean;
  /** The JSON body of the answer. */
  response?: Response;
  /** Instead of `response`: the records of a paginated envelope. */
  list?: Item;
  /** Instead of `response`: the media types of a streamed answer. */
  produces?: readonly string[];
  /** Instead of `response`: a Server-Sent-Events stream, event name → schema of its data. */
  stream?: Readonly<Record<string, Schema>>;
  /** Status of success; 200 unless said. */
  status?: 200 | 201 | 204;
  /** Errors beyond those that every endpoint can give (400, 401, 403, 429, 500, 503). */
  errors?: readonly ErrorCode[];
  deprecated?: boolean;
}

/** Declares an endpoint; the types of its input and result are inferred from the schemas. */
export const endpoint = <
  const Params extends Schema | undefined = undefined,
  const Query extends Schema | undefined = undefined,
  const Body extends Schema | undefined = undefined,
  const Response extends Schema | undefined = undefined,
  const Item extends Schema | undefined = undefined,
>(
  declaration: Endpoint<Params, Query, Body, Response, Item>,
): Endpoint<Params, Query, Body, Response, Item> => declaration;

type In<S> = S extends Schema ? z.input<S> : undefined;
type Out<S> = S extends Schema ? z.output<S> : undefined;

/** What a client sends. */
export type EndpointInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, Schema | undefined, Schema | undefined>
    ? (P extends Schema ? { params: In<P> } : { params?: undefined }) &
        (Q extends Schema ? { query?: In<Q> } : { query?: undefined }) &
        (B extends Schema ? { body: In<B> } : { body?: undefined })
    : never;

/** What a handler receives, after validation. */
export type EndpointParsed<E> =
  E extends Endpoint<infer P, infer Q, infer B, Schema | undefined, Schema | undefined>
    ? { params: Out<P>; query: Out<Q>; body: Out<B> }
    : never;

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

/** What the typed client gives back. */
export type EndpointResult<E> =
  E extends Endpoint<Schema | undefined, Schema | undefined, Schema | undefined, infer R, infer I>
    ? I extends Schema
      ? Paginated<z.output<I>>
      : R extends Schema
        ? z.output<R>
        : undefined
    : never;

/** The items of a list endpoint. */
export type EndpointItem<E> =
  E extends Endpoint<
    Schema | undefined,
    Schema | undefined,
    Schema | undefined,
    Schema | undefined,
    infer I
  >
    ? I extends Schema
      ? z.output<I>
      : never
    : never;
