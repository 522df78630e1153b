import type { Progress, ReadingDevice } from '../../../shared/api/progress-record.ts';
import type { UpdateProgress } from '../../../shared/api/progress.ts';

/** A reading position in the history. */
export interface ReadingPosition {
  current_page: number;
  is_completed: boolean;
  location: string | null;
  device: ReadingDevice | null;
  /** ISO 8601. */
  read_at: string;
}

/** A longer pause starts a new reading session, ms. */
const pauseMs = 30 * 60_000;
/** Minimum jumps, in pages, that add a position to the history: back, and forward. */
const longJumpBack = 4;
const longJumpOn = 20;
/** Fewer skipped pages are easily found again. */
const minLost = 4;
/** The last page that counts as the beginning, because two-page readers start with the second. */
const beginning = 2;
/** Within this time on the same device, a jump back is deliberate, ms. */
const turningMs = 60_000;

/** Whether a position continues the last session of the history. */
export const isSameSitting = (
  last: {
    current_page: number;
    is_completed: number;
    device_id: string;
    device_name: string;
    read_at: string;
  },
  next: ReadingPosition,
): boolean => {
  const moved = next.current_page - last.current_page;
  return (
    last.device_id === (next.device?.id ?? '') &&
    last.device_name === (next.device?.name ?? '') &&
    last.is_completed === 0 &&
    Math.abs(Date.parse(next.read_at) - Date.parse(last.read_at)) < pauseMs &&
    moved > -longJumpBack &&
    moved < longJumpOn
  );
};

/**
 * Whether a program may have overwritten a position by opening the book: from further on to the
 * beginning in one write. Not if the book was finished, which is a re-read, or was just being read
 * on this device.
 *
 * @param at when it was read, ISO 8601
 */
export const isSuddenReturn = (
  before: Progress | null,
  change: UpdateProgress & { device?: ReadingDevice | null | undefined },
  time: string,
): boolean => {
  const page = change.current_page;
  if (!before || before.is_completed || page === undefined || change.restart === true) return false;
  if (page > beginning || before.current_page - page < minLost) return false;
  const sameDevice =
    before.device !== null &&
    before.device.id === change.device?.id &&
    before.device.name === change.device.name;
  return !sameDevice || Date.parse(time) - Date.parse(before.updated_at) > turningMs;
};
