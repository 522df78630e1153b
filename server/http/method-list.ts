import type { Router } from 'express';

import { AppError } from '../../shared/errors.ts';

/**
 * Remembers which methods a path answers, so that every other one is refused with 405 and told of them. Whoever
 * answers GET answers HEAD.
 */
export const createMethodList = () => {
  const allowed = new Map<string, Set<string>>();
  return {
    add(path: string, method: string): void {
      const methods = allowed.get(path) ?? new Set();
      allowed.set(path, methods.add(method));
      if (method === 'GET') methods.add('HEAD');
    },
    /** To be called when all routes are there: what they answer comes first. */
    refuseOthers(router: Router): void {
      for (const [path, methods] of allowed) {
        router.all(path, (request) => {
          throw new AppError('MethodNotAllowed', `${request.method} is not possible here`, {
            headers: { Allow: [...methods].sort().join(', ') },
          });
        });
      }
    },
  };
};
