import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { getHealth, getMetrics } from '../../../shared/api/system.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let octavo: TestServer;
beforeAll(async () => {
  octavo = await startTestServer();
});
afterAll(() => octavo.stop());

describe('metrics', () => {
  it('count what there is and how requests fare', async () => {
    for (let index = 0; index < 5; index += 1) await octavo.request('/health');
    const metrics = await octavo.api.call(getMetrics, {});
    expect(metrics).toMatchObject({ library_count: 0, book_count: 0, user_count: 1 });
    expect(metrics.database_size).toBeGreaterThan(4096);
    expect(metrics.process.rss_bytes).toBeGreaterThan(1e6);
    expect(metrics.http.requests).toBeGreaterThanOrEqual(5);
    expect(metrics.http.p99_ms).toBeGreaterThanOrEqual(metrics.http.p50_ms ?? Infinity);
    expect(getMetrics.response.safeParse(metrics).success).toBe(true);
  });

  it('count the time since the start even if the clock is set back', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      vi.setSystemTime(Date.now() - 86_400_000);
      const { uptime_seconds } = (await octavo.api.call(getMetrics, {})).process;
      expect(uptime_seconds).toBeGreaterThanOrEqual(0);
      expect((await octavo.api.call(getHealth, {})).uptime_seconds).toBeGreaterThanOrEqual(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('are written for Prometheus where the caller asks for text', async () => {
    const ask = () => octavo.request('/metrics', { headers: { accept: 'text/plain' } });
    // Requests are counted from the first scrape on.
    await ask();
    const response = await ask();
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(response.headers.get('vary')).toMatch(/accept/i);
    const lines = (await response.text()).split('\n');
    expect(lines).toContain('# TYPE octavo_users gauge');
    expect(lines).toContain('octavo_users 1');
    expect(lines).toContain('octavo_tasks{status="running"} 0');
    expect(lines).toContainEqual(
      expect.stringMatching(/^octavo_http_request_duration_seconds_count\{.*status="200"\} \d+$/),
    );
    for (const line of lines) {
      expect(line).toMatch(/^$|^# (HELP|TYPE) \w+ .+$|^\w+(\{(\w+="[^"]*",?)*\})? [\d.e+-]+$/);
    }
  });

  it('leave event streams out', async () => {
    const { http } = await octavo.api.call(getMetrics, {});
    const stop = new AbortController();
    const stream = await octavo.request('/events/stream', { signal: stop.signal });
    expect(stream.status).toBe(200);
    stop.abort();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const after = await octavo.api.call(getMetrics, {});
    expect(after.http.requests).toBe(http.requests + 1);
  });
});
