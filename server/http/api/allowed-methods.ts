import type { Router } from 'express';

import { AppError } from '../../../shared/errors.ts';

/**
 * Records the methods of each path, so that any other is rejected with 405 and an Allow header. GET
 * implies HEAD.
 */
export const createAllowedMethods = () => {
  const allowed = new Map<string, Set<string>>();
  return {
    add(path: string, method: string): void {
      const methods = allowed.get(path) ?? new Set();
      allowed.set(path, methods.add(method));
      if (method === 'GET') methods.add('HEAD');
    },
    /** Call after all routes are registered, because they take precedence. */
    rejectOtherMethods(router: Router): void {
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
