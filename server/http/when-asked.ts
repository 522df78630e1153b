import type { RequestHandler } from 'express';

/**
 * Answers below `/{name}` with what is made for the first who asks there: most never do, and its many paths
 * take time and memory. The name may change at any time.
 */
export const whenAsked = (
  name: string | (() => string),
  make: () => Promise<RequestHandler>,
): RequestHandler => {
  const current = typeof name === 'string' ? () => name : name;
  let made: Promise<RequestHandler> | null = null;
  return async (request, response, next) => {
    const [, first = ''] = request.path.toLowerCase().split('/', 2);
    if (first !== current().toLowerCase()) {
      next();
      return;
    }
    made ??= make();
    const handle = await made;
    await handle(request, response, next);
  };
};
