import { AsyncLocalStorage } from 'node:async_hooks';

import type { RequestHandler } from 'express';

/**
 * Loads the handler of these paths on the first request, because its many routes take time and
 * memory that most installations never need. The paths have no trailing slashes (`komga/opds`) and
 * can change at run time.
 */
export const lazyMount = (
  paths: () => readonly string[],
  make: () => Promise<RequestHandler>,
): RequestHandler => {
  // Not with the restrictions of the first request.
  const makeHere = AsyncLocalStorage.bind(make);
  let made: Promise<RequestHandler> | null = null;
  return async (request, response, next) => {
    if (!isBelow(request.path, paths())) {
      next();
      return;
    }
    made ??= makeHere();
    const handle = await made;
    await handle(request, response, next);
  };
};

export const isBelow = (requested: string, paths: readonly string[]): boolean =>
  paths.some((path) => `${requested}/`.toLowerCase().startsWith(`/${path}/`.toLowerCase()));
