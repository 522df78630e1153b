import type { Progress } from '../../../shared/api/progress-record.ts';
import type { UpdateProgress } from '../../../shared/api/progress.ts';

/** How the server took a write: stored, refused for something newer (409), or not reached. */
export type WriteResult =
  { outcome: 'stored' } | { outcome: 'newer'; stored: Progress } | { outcome: 'failed' };

export interface ProgressWriterOptions {
  /** Sends one write; with `keepalive` it must outlive the page. Never throws. */
  send: (body: UpdateProgress, keepalive: boolean) => Promise<WriteResult>;
  /** Another device has read on since; its place stands and is not written over. */
  onNewer: (stored: Progress) => void;
  /** Milliseconds of rest before a place is written. */
  delay?: number;
  now?: () => number;
}

export interface ProgressWriter {
  /** Remembers the place being read and writes it once the reader rests on it. */
  record: (page: number, location?: string) => void;
  /** Writes at once what is still waiting, for a page that is being hidden or closed. */
  flush: () => void;
  /** True for a page that this writer sent a moment ago: the event of it is an echo. */
  isEcho: (page: number) => boolean;
}

/** Milliseconds during which the event of an own write may still arrive. */
const echoTime = 15_000;
/** A place older than this says when it was read, so that it cannot undo a newer one. */
const staleAfter = 5_000;
const retryDelays = [2_000, 5_000, 15_000];
const longestRetry = 60_000;

/** A page, where in it, and when it was read. */
interface Place {
  page: number;
  location: string | undefined;
  at: number;
}

/**
 * Writes the place in a book while it is read: one write at a time, the latest place wins.
 * Fresh writes carry no time (clocks of phones are wrong); late ones do.
 */
export const createProgressWriter = ({
  send,
  onNewer,
  delay = 1_000,
  now = Date.now,
}: ProgressWriterOptions): ProgressWriter => {
  let waiting: Place | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;
  let failures = 0;
  const sent = new Map<number, number>();

  const schedule = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void write(false), milliseconds);
  };

  const write = async (keepalive: boolean): Promise<void> => {
    clearTimeout(timer);
    if (!waiting) return;
    if (isSending && !keepalive) {
      schedule(delay);
      return;
    }
    const place = waiting;
    waiting = null;
    isSending = true;
    sent.set(place.page, now());
    const result = await send(bodyOf(place, now()), keepalive);
    isSending = false;
    sent.set(place.page, now());
    if (result.outcome === 'newer') onNewer(result.stored);
    if (result.outcome === 'failed') retry(place);
    else failures = 0;
  };

  /** Tries again later, unless another place has been read since. */
  const retry = (place: Place) => {
    if (waiting) return;
    waiting = place;
    schedule(retryDelays[failures] ?? longestRetry);
    failures += 1;
  };

  return {
    record(page, location) {
      waiting = { page, location, at: now() };
      schedule(delay);
    },
    flush: () => void write(true),
    isEcho(page) {
      for (const [written, at] of sent) if (now() - at > echoTime) sent.delete(written);
      return sent.has(page) || waiting?.page === page;
    },
  };
};

const bodyOf = (place: Place, now: number): UpdateProgress => ({
  current_page: place.page,
  ...(place.location === undefined ? {} : { location: place.location }),
  ...(now - place.at > staleAfter ? { updated_at: new Date(place.at).toISOString() } : {}),
});
