import type { Answer } from './ask-server.ts';

const calmMs = 30_000;
const firstRetryMs = 2000;
const maxRetryMs = 15_000;

export interface ServerMonitor {
  /** The last answer; null before the first. */
  answer(): Answer | null;
  answers(): boolean;
  /** Asks now, and resolves with the answer. */
  check(): Promise<Answer>;
  stop(): void;
}

/**
 * Asks a server every half minute whether it answers, more often while it does not. `onChange` is
 * called after the first answer and whenever the kind of the answer changes.
 */
export const watchServer = (
  ask: (signal: AbortSignal) => Promise<Answer>,
  onChange: () => void,
): ServerMonitor => {
  const stopped = new AbortController();
  let last: Answer | null = null;
  let pending: Promise<Answer> | null = null;
  let retryMs = firstRetryMs;
  let timer: NodeJS.Timeout | undefined;

  const record = (answer: Answer) => {
    const isNew = last?.kind !== answer.kind;
    last = answer;
    const isFine = answer.kind === 'octavo';
    timer = setTimeout(() => void check(), isFine ? calmMs : retryMs).unref();
    retryMs = isFine ? firstRetryMs : Math.min(retryMs * 2, maxRetryMs);
    if (isNew) onChange();
  };
  /** Concurrent checks share one request. */
  const check = (): Promise<Answer> => {
    pending ??= ask(stopped.signal).then((answer) => {
      pending = null;
      clearTimeout(timer);
      if (!stopped.signal.aborted) record(answer);
      return answer;
    });
    return pending;
  };

  return {
    answer: () => last,
    answers: () => last?.kind === 'octavo',
    check,
    stop: () => {
      clearTimeout(timer);
      stopped.abort();
    },
  };
};
