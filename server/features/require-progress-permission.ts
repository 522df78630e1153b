import { type Condition, uses } from '../../shared/condition.ts';
import { AppError } from '../../shared/errors.ts';
import type { Caller } from '../http/api/caller.ts';

/** Filtering by progress would reveal it: throws Forbidden for callers without that permission. */
export const requireProgressPermission = (
  caller: Caller,
  condition: Condition<string, string> | undefined,
): void => {
  if (!condition || caller.permissions.has('progress-read') || !uses(condition, 'readStatus'))
    return;
  throw new AppError('Forbidden', 'Filtering by readStatus needs the permission progress-read', {
    details: { permission: 'progress-read' },
  });
};
