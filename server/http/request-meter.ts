import type { RequestHandler } from 'express';
import { Histogram, type Registry } from 'prom-client';

/** Durations that the percentiles are taken from: the latest of them, 16 KiB in all. */
const kept = 2048;

export interface RequestMeter {
  middleware: RequestHandler;
  snapshot(): { requests: number; p50_ms: number | null; p99_ms: number | null };
}

/**
 * Counts requests and how long they took; costs about a microsecond each. Event streams are left out,
 * for they last as long as somebody listens.
 */
export const createRequestMeter = (registry: Registry): RequestMeter => {
  const histogram = new Histogram({
    name: 'octavo_http_request_duration_seconds',
    help: 'How long requests took, event streams left out',
    labelNames: ['method', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
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
        histogram.observe({ method: request.method, status: response.statusCode }, ms / 1000);
      });
      next();
    },
    snapshot() {
      const sorted = latest.slice(0, Math.min(requests, kept)).sort();
      const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? null;
      return { requests, p50_ms: at(0.5), p99_ms: at(0.99) };
    },
  };
};
