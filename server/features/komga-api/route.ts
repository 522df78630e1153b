import type { Request, Response } from 'express';
import type { z } from 'zod';

import type { Permission } from '../../../shared/permissions.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { RequestContext } from '../../http/api/route.ts';
import type { KomgaQuery } from './query.ts';

/** Input of a compatibility API handler. */
export interface KomgaInput<Body = unknown> extends RequestContext {
  params: Readonly<Record<string, string>>;
  query: KomgaQuery;
  body: Body;
  /** Empty unless the route accepts a file upload. */
  file: Buffer;
  /** Only for what the other fields lack: the requested URL, an open stream. */
  request: Request;
  response: Response;
}

interface Spec<Body> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the prefix; `:name` matches one segment, `*name` the rest. */
  path: string;
  /** Required permissions; an empty list allows every signed-in caller. */
  needs: readonly Permission[] | 'public';
  /** Only for callers with the role ADMIN: see `isKomgaAdmin`. */
  admin?: true;
  /** Without a schema, the body is not read. */
  body?: z.ZodType<Body>;
  /** The form field (multipart/form-data) whose file is read in place of a body. */
  file?: string;
  /** Maximum size of the form, bytes; default: that of a JSON body. */
  maxFormBytes?: number;
  /**
   * The handler's return value: by default data sent as JSON (a plain value, JsonText, a Reply with
   * headers, or nothing for a 204); `content` a Content; `stream` nothing, because it writes the
   * response itself.
   */
  answers?: 'json' | 'content' | 'stream';
}

type CallerOf<Needs> = Needs extends 'public' ? null : Caller;

export interface KomgaRoute extends Spec<unknown> {
  handler: (input: KomgaInput & { caller: Caller | null }) => unknown;
}

/**
 * One route of the compatibility API. Fixed paths take precedence over parameters, whatever their
 * order.
 *
 * `komgaRoute({ method: 'GET', path: '/api/v1/series/:id', needs: ['series-read'] }, ({ params,
 * caller }) => …)`
 */
export const komgaRoute = <const S extends Spec<Body>, Body = unknown>(
  spec: S & Spec<Body>,
  handler: (input: KomgaInput<Body> & { caller: CallerOf<S['needs']> }) => unknown,
): KomgaRoute => ({ ...spec, handler: handler as unknown as KomgaRoute['handler'] });
