import type { RequestHandler } from 'express';

import { noteRequest, type RequestClock } from '../../lib/request-clock.ts';

/** Number of recent durations for the percentiles, 16 KiB in total. */
const maxDurations = 2048;

export interface RequestMeter {
  middleware: RequestHandler;
  /** Subscribes to each request with its duration in seconds. */
  follow(listener: (request: { method: string; status: number }, seconds: number) => void): void;
  snapshot(): { requests: number; p50_ms: number | null; p99_ms: number | null };
}

/**
 * Counts requests and their durations; costs about a microsecond each. Event streams are excluded,
 * because they stay open indefinitely. `clock` gets the time of each.
 */
export const createRequestMeter = (clock: RequestClock): RequestMeter => {
  const listeners: Parameters<RequestMeter['follow']>[0][] = [];
  const latest = new Float64Array(maxDurations);
  let requests = 0;

  return {
    middleware: (request, response, next) => {
      const begun = performance.now();
      noteRequest(clock);
      response.once('close', () => {
        if (String(response.getHeader('Content-Type')).startsWith('text/event-stream')) return;
        const ms = performance.now() - begun;
        latest[requests % maxDurations] = ms;
        requests += 1;
        const { method } = request;
        for (const listener of listeners)
          listener({ method, status: response.statusCode }, ms / 1000);
      });
      next();
    },
    follow: (listener) => void listeners.push(listener),
    snapshot() {
      const sorted = latest.slice(0, Math.min(requests, maxDurations)).sort();
      const percentile = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? null;
      return { requests, p50_ms: percentile(0.5), p99_ms: percentile(0.99) };
    },
  };
};
