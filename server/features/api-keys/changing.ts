import { AppError } from '../../../shared/errors.ts';
import { changingPermissions } from '../../../shared/permissions.ts';
import type { Caller } from '../../http/api/caller.ts';

/** Whether the caller holds a permission to change the library. */
export const holdsChangingPermission = ({ permissions }: Pick<Caller, 'permissions'>): boolean =>
  changingPermissions.some((name) => permissions.has(name));

/**
 * Throws Forbidden unless the caller may let apps change the library. Nobody can grant rights that they lack,
 * and an API key can only grant its own.
 */
export const refuseUnlessChanging = (caller: Caller): void => {
  if (!holdsChangingPermission(caller)) {
    throw new AppError('Forbidden', 'You cannot change the library, so your apps cannot either');
  }
  if (caller.key_id !== null && !caller.apps_can_change) {
    throw new AppError('Forbidden', 'Apps with this API key cannot change things');
  }
};
