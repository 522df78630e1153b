import { type Condition, uses } from '../../shared/condition.ts';
import { AppError } from '../../shared/errors.ts';
import type { Caller } from '../http/caller.ts';

/** A filter by what was read tells what was read: Forbidden for callers who may not see that. */
export const requireProgressFor = (caller: Caller, condition: Condition | undefined): void => {
  if (!condition || caller.permissions.has('progress-read') || !uses(condition, 'readStatus'))
    return;
  throw new AppError('Forbidden', 'Filtering by readStatus needs the permission progress-read', {
    details: { permission: 'progress-read' },
  });
};
