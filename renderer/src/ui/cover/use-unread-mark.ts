import { dayMs } from '../../../../shared/durations.ts';
import { usePreferences } from '../preferences.ts';

/** How long a series or book counts as new (ms): 14 days. */
const newFor = 14 * dayMs;

/** Whether the unread books of a series, or an unread book, are marked on the cover. */
export const useUnreadMark = (added: string, isBegun = false): boolean => {
  const marks = usePreferences((preferences) => preferences.unreadMarks);
  return marks === 'new' ? isBegun || isNew(added) : marks === 'all';
};

const isNew = (added: string) => Date.parse(added) > Date.now() - newFor;
