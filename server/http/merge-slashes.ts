import type { RequestHandler } from 'express';

import { isBelow } from './when-asked.ts';

/**
 * Takes several slashes in a row for one below these paths. Readers put the address of a server that ends
 * in a slash before a path that begins with one: `//opds/v1.2/catalog`.
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
