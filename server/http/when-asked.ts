import type { RequestHandler } from 'express';

/**
 * Loads the handler of these paths with the first request below one of them, because its many routes take
 * time and memory that most installations never need. The paths have no slashes at their ends (`komga/opds`)
 * and may change at any time.
 */
export const whenAsked = (
  paths: () => readonly string[],
  make: () => Promise<RequestHandler>,
): RequestHandler => {
  let made: Promise<RequestHandler> | null = null;
  return async (request, response, next) => {
    if (!isBelow(request.path, paths())) {
      next();
      return;
    }
    made ??= make();
    const handle = await made;
    await handle(request, response, next);
  };
};

export const isBelow = (asked: string, paths: readonly string[]): boolean =>
  paths.some((path) => `${asked}/`.toLowerCase().startsWith(`/${path}/`.toLowerCase()));
