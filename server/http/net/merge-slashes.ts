import type { RequestHandler } from 'express';

import { isBelow } from '../api/lazy-mount.ts';

/**
 * Collapses repeated slashes below these paths. Clients join a server URL ending in a slash with a
 * path beginning with one: `//opds/v1.2/catalog`.
 */
export const mergeSlashes =
  (paths: () => readonly string[]): RequestHandler =>
  (request, _response, next) => {
    const [typed = ''] = request.url.split('?', 1);
    if (typed.includes('//')) {
      const merged = typed.replace(/\/{2,}/g, '/');
      if (isBelow(merged, paths())) {
        request.url = merged + request.url.slice(typed.length);
      }
    }
    next();
  };
