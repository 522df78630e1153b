import { AppError, hasCode } from '../../../shared/errors.ts';
import type { Caller } from '../../http/api/caller.ts';
import { Reply } from '../../http/api/route.ts';
import { holdsChangingPermission } from '../api-keys/changing.ts';

/**
 * Whether a caller has the role ADMIN, by which clients show what changes things: only with the
 * setting of the person or key. Each route also requires its own permissions.
 */
export const isKomgaAdmin = (caller: Caller): boolean =>
  caller.apps_can_change && holdsChangingPermission(caller);

/** The response for work that may still be running. */
export const accepted = new Reply(undefined, {}, 202);

/** The format reports names in use and the like as 400. */
export const conflictAsBadRequest = async <Result>(
  work: () => Result | Promise<Result>,
): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    if (!hasCode(error, 'Conflict')) throw error;
    throw new AppError('BadRequest', error.message);
  }
};
