import type { Request, Response } from 'express';
import type { z } from 'zod';

import type { Permission } from '../../../shared/permissions.ts';
import type { Caller } from '../../http/caller.ts';
import type { RequestContext } from '../../http/route.ts';
import type { CompatQuery } from './query.ts';

/** What a handler of the compatibility API is given. */
export interface CompatInput<Body = unknown> extends RequestContext {
  params: Readonly<Record<string, string>>;
  query: CompatQuery;
  body: Body;
  /** Empty unless the route reads the file of a form. */
  file: Buffer;
  /** Only for what the rest cannot say: the URL that was asked for, an open stream. */
  request: Request;
  response: Response;
}

interface Spec<Body> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the prefix; `:name` takes one segment, `*name` the rest. */
  path: string;
  /** Permissions of the caller; an empty list lets everyone in who is signed in. */
  needs: readonly Permission[] | 'public';
  /** Without it no body is read. */
  body?: z.ZodType<Body>;
  /** The field of a form (multipart/form-data) whose file is read in place of a body. */
  file?: string;
  /**
   * What the handler gives: by default what is sent as JSON (a plain value, JsonText, a Reply with headers,
   * or nothing for a 204); `content` a Content; `stream` nothing, for it answers by itself.
   */
  answers?: 'json' | 'content' | 'stream';
}

type CallerOf<Needs> = Needs extends 'public' ? null : Caller;

export interface CompatRoute extends Spec<unknown> {
  handler: (input: CompatInput & { caller: Caller | null }) => unknown;
}

/**
 * One route of the compatibility API. Fixed paths win over those with parameters, whatever their order.
 *
 *     compatRoute({ method: 'GET', path: '/api/v1/series/:id', needs: ['series-read'] }, ({ params, caller }) => …)
 */
export const compatRoute = <const S extends Spec<Body>, Body = unknown>(
  spec: S & Spec<Body>,
  handler: (input: CompatInput<Body> & { caller: CallerOf<S['needs']> }) => unknown,
): CompatRoute => ({ ...spec, handler: handler as unknown as CompatRoute['handler'] });
