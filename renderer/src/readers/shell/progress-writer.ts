import type { Progress } from '../../../../shared/api/progress-record.ts';
import type { UpdateProgress } from '../../../../shared/api/progress.ts';
import { readTime } from './reading-moves.ts';

/**
 * Result of a write: stored, rejected because the server has a newer position (409), not delivered,
 * or left on this device until its reader signs in again, or is shown the book again.
 */
export type WriteResult =
  | { outcome: 'stored'; progress: Progress | null }
  | { outcome: 'newer'; stored: Progress }
  | { outcome: 'failed' }
  | { outcome: 'left' };

export interface ProgressWriterOptions {
  /** Sends one write; `keepalive` lets it outlive the page. Never throws. */
  send: (body: UpdateProgress, keepalive: boolean) => Promise<WriteResult>;
  /** Called when another device has read on; its position is not overwritten. */
  onNewer: (stored: Progress) => void;
  /** Whether progress is not saved at the moment. */
  isIncognito: () => boolean;
}

export interface ProgressWriter {
  /** Queues the position; it is written after a pause. */
  record: (page: number, location: string | undefined, reached: PageArrival) => void;
  /** Writes the queued position at once, for a page that is being hidden or closed. */
  flush: () => void;
  /** Writes what is queued, and nothing afterwards. */
  stop: () => void;
  /** Whether this writer just sent the page, so that its event is an echo. */
  isEcho: (page: number) => boolean;
}

/** Debounce (ms). */
const delay = 1_000;
/** How long the event of an own write may take to arrive (ms). */
const echoTime = 15_000;
/**
 * A position older than this is sent with its time, so that it cannot overwrite a newer one (ms).
 */
const staleAfter = 5_000;
const retryDelays = [2_000, 5_000, 15_000];
const maxRetryMs = 60_000;

/** How the reader came to a page. */
export interface PageArrival {
  /** Not by turning pages: those before it were not read. */
  isJump: boolean;
  /** The last page is shown. */
  isLast: boolean;
}

/** A page, the location in it, and the time of reading. */
interface ReadingPosition {
  page: number;
  location: string | undefined;
  isJump: boolean;
  at: number;
}

/**
 * Writes the reading position: one request at a time, the latest position wins. Fresh writes carry
 * no timestamp, because device clocks are often wrong; late ones do.
 */
export const createProgressWriter = (options: ProgressWriterOptions): ProgressWriter => {
  const { send, onNewer, isIncognito } = options;
  let waiting: ReadingPosition | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;
  let failures = 0;
  let debounceTimer: ReturnType<typeof setTimeout> | undefined;
  const sent = new Map<number, number>();

  const queue = (position: ReadingPosition) => {
    waiting = position;
    schedule(delay);
  };

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
    sent.set(position.page, Date.now());
    const result = await send(bodyOf(position, Date.now()), keepalive);
    isSending = false;
    sent.set(position.page, Date.now());
    // The same page was stored by this device too, when the connection came back.
    if (result.outcome === 'newer' && result.stored.current_page !== position.page) {
      onNewer(result.stored);
    }
    if (result.outcome === 'failed') retry(position);
    else failures = 0;
  };

  /** Retries later unless a newer position is queued. */
  const retry = (position: ReadingPosition) => {
    if (waiting) return;
    waiting = position;
    schedule(retryDelays[failures] ?? maxRetryMs);
    failures += 1;
  };

  return {
    record(page, location, { isJump, isLast }) {
      clearTimeout(debounceTimer);
      // Until it is written, a jump is part of what follows it.
      const hasJumped = isJump || (waiting?.isJump === true && !isLast);
      queue({ page, location, isJump: hasJumped, at: Date.now() });
      if (!isJump || !isLast) return;
      debounceTimer = setTimeout(() => {
        if (!isIncognito()) queue({ page, location, isJump: false, at: Date.now() });
      }, readTime);
    },
    flush: () => void write(true),
    stop() {
      clearTimeout(debounceTimer);
      void write(true);
    },
    isEcho(page) {
      for (const [written, sentAt] of sent)
        if (Date.now() - sentAt > echoTime) sent.delete(written);
      return sent.has(page) || waiting?.page === page;
    },
  };
};

const bodyOf = (position: ReadingPosition, now: number): UpdateProgress => ({
  current_page: position.page,
  ...(position.location === undefined ? {} : { location: position.location }),
  ...(position.isJump ? { is_jump: true } : {}),
  ...(now - position.at > staleAfter ? { updated_at: new Date(position.at).toISOString() } : {}),
});
