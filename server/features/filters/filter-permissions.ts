import { type Condition, uses } from '../../../shared/condition.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Caller } from '../../http/api/caller.ts';

/** Filtering by a field reveals its values: throws Forbidden for callers who cannot see them. */
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

/** Whether the caller sees labels, whose names can reveal what is hidden from others. */
export const seesLabels = ({ permissions }: Caller): boolean => permissions.has('series-write');

/** Throws Forbidden for callers who are not told labels. */
export const requireLabels = (caller: Caller): void => {
  if (seesLabels(caller)) return;
  throw new AppError('Forbidden', 'Labels need the permission series-write', {
    details: { permission: 'series-write' },
  });
};
