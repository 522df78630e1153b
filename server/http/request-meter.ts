import type { RequestHandler } from 'express';

/** Durations that the percentiles are taken from: the latest of them, 16 KiB in all. */
const kept = 2048;

export interface RequestMeter {
  middleware: RequestHandler;
  /** From now on hears of each request and how long it took, in seconds. */
  follow(listener: (request: { method: string; status: number }, seconds: number) => void): void;
  snapshot(): { requests: number; p50_ms: number | null; p99_ms: number | null };
}

/**
 * Counts requests and how long they took; costs about a microsecond each. Event streams are left out,
 * for they last as long as somebody listens.
 */
export const createRequestMeter = (): RequestMeter => {
  const listeners: Parameters<RequestMeter['follow']>[0][] = [];
  const latest = new Float64Array(kept);
  let requests = 0;

  return {
    middleware: (request, response, next) => {
      const begun = performance.now();
      response.once('close', () => {
        if (String(response.getHeader('Content-Type')).startsWith('text/event-stream')) return;
        const ms = performance.now() - begun;
        latest[requests % kept] = ms;
        requests += 1;
        const { method } = request;
        for (const hear of listeners) hear({ method, status: response.statusCode }, ms / 1000);
      });
      next();
    },
    follow: (listener) => void listeners.push(listener),
    snapshot() {
      const sorted = latest.slice(0, Math.min(requests, kept)).sort();
      const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? null;
      return { requests, p50_ms: at(0.5), p99_ms: at(0.99) };
    },
  };
};
