import { type Condition, uses } from '../../../shared/condition.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Caller } from '../../http/api/caller.ts';

/**
 * Throws Forbidden for callers who cannot see the values of a filtered field, because filtering reveals them.
 */
export const requireFilterPermissions = (
  caller: Caller,
  condition: Condition<string, string> | undefined,
): void => {
  if (!condition) return;
  const personal = ['readStatus', 'ownRating'].find((field) => uses(condition, field));
  if (!caller.permissions.has('progress-read') && personal !== undefined) {
    throw new AppError('Forbidden', `Filtering by ${personal} needs the permission progress-read`, {
      details: { permission: 'progress-read' },
    });
  }
  if (uses(condition, 'label')) requireLabels(caller);
};

/** Whether the caller can see labels. Their names may reveal what is hidden from others. */
export const seesLabels = ({ permissions }: Caller): boolean => permissions.has('series-write');

/** Throws Forbidden for callers who cannot see labels. */
export const requireLabels = (caller: Caller): void => {
  if (seesLabels(caller)) return;
  throw new AppError('Forbidden', 'Labels need the permission series-write', {
    details: { permission: 'series-write' },
  });
};
