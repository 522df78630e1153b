import type { Progress } from '../../../../shared/api/progress-record.ts';
import type { UpdateProgress } from '../../../../shared/api/progress.ts';

/**
 * Result of a write: stored, rejected because the server has a newer position (409), or not
 * delivered.
 */
export type WriteResult =
  { outcome: 'stored' } | { outcome: 'newer'; stored: Progress } | { outcome: 'failed' };

export interface ProgressWriterOptions {
  /** Sends one write; `keepalive` lets it outlive the page. Never throws. */
  send: (body: UpdateProgress, keepalive: boolean) => Promise<WriteResult>;
  /** Called when another device has read on; its position is not overwritten. */
  onNewer: (stored: Progress) => void;
  /** Debounce (ms). */
  delay?: number;
  now?: () => number;
}

export interface ProgressWriter {
  /** Queues the position; it is written after a pause. */
  record: (page: number, location?: string) => void;
  /** Writes the queued position at once, for a page that is being hidden or closed. */
  flush: () => void;
  /** Whether this writer just sent the page, so that its event is an echo. */
  isEcho: (page: number) => boolean;
}

/** How long the event of an own write may take to arrive (ms). */
const echoTime = 15_000;
/**
 * A position older than this is sent with its time, so that it cannot overwrite a newer one (ms).
 */
const staleAfter = 5_000;
const retryDelays = [2_000, 5_000, 15_000];
const longestRetry = 60_000;

/** A page, the location in it, and the time of reading. */
interface ReadingPosition {
  page: number;
  location: string | undefined;
  at: number;
}

/**
 * Writes the reading position: one request at a time, the latest position wins. Fresh writes carry
 * no timestamp, because device clocks are often wrong; late ones do.
 */
export const createProgressWriter = ({
  send,
  onNewer,
  delay = 1_000,
  now = Date.now,
}: ProgressWriterOptions): ProgressWriter => {
  let waiting: ReadingPosition | null = null;
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
    const position = waiting;
    waiting = null;
    isSending = true;
    sent.set(position.page, now());
    const result = await send(bodyOf(position, now()), keepalive);
    isSending = false;
    sent.set(position.page, now());
    if (result.outcome === 'newer') onNewer(result.stored);
    if (result.outcome === 'failed') retry(position);
    else failures = 0;
  };

  /** Retries later unless a newer position is queued. */
  const retry = (position: ReadingPosition) => {
    if (waiting) return;
    waiting = position;
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
      for (const [written, sentAt] of sent) if (now() - sentAt > echoTime) sent.delete(written);
      return sent.has(page) || waiting?.page === page;
    },
  };
};

const bodyOf = (position: ReadingPosition, now: number): UpdateProgress => ({
  current_page: position.page,
  ...(position.location === undefined ? {} : { location: position.location }),
  ...(now - position.at > staleAfter ? { updated_at: new Date(position.at).toISOString() } : {}),
});
