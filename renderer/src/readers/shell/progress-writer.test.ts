import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Progress } from '../../../../shared/api/progress-record.ts';
import type { UpdateProgress } from '../../../../shared/api/progress.ts';
import { createProgressWriter, type WriteResult } from './progress-writer.ts';

const stored: WriteResult = { outcome: 'stored' };

/** A writer whose server responds with `results` in order, then with success. */
const writerWith = (...results: (WriteResult | Promise<WriteResult>)[]) => {
  const writes: { body: UpdateProgress; keepalive: boolean }[] = [];
  const newer: Progress[] = [];
  const writer = createProgressWriter({
    send: async (body, keepalive) => {
      writes.push({ body, keepalive });
      return (await results.shift()) ?? stored;
    },
    onNewer: (progress) => newer.push(progress),
  });
  return { writer, writes, newer, pages: () => writes.map(({ body }) => body.current_page) };
};

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-05-01T12:00:00.000Z') }));
afterEach(() => void vi.useRealTimers());

describe('progress writer', () => {
  it('writes the place on which the reader rests, not those leafed through', async () => {
    const { writer, pages } = writerWith();
    for (const page of [2, 3, 4]) {
      writer.record(page);
      await vi.advanceTimersByTimeAsync(300);
    }
    await vi.advanceTimersByTimeAsync(1_000);
    expect(pages()).toEqual([4]);
  });

  it('writes at once, able to outlive the page, when the page is hidden', async () => {
    const { writer, writes } = writerWith();
    writer.record(5);
    writer.flush();
    writer.flush();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(writes).toEqual([{ body: { current_page: 5 }, keepalive: true }]);
  });

  it('sends one write at a time and then the latest place', async () => {
    const slow = new Promise<WriteResult>((resolve) => setTimeout(() => resolve(stored), 3_000));
    const { writer, pages } = writerWith(slow);
    writer.record(2);
    await vi.advanceTimersByTimeAsync(1_500);
    writer.record(3);
    await vi.advanceTimersByTimeAsync(1_400);
    expect(pages()).toEqual([2]);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(pages()).toEqual([2, 3]);
  });

  it('tries again while the server is away, and then says when the page was read', async () => {
    const { writer, writes } = writerWith({ outcome: 'failed' }, { outcome: 'failed' });
    writer.record(7);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(writes.map(({ body }) => body)).toEqual([
      { current_page: 7 },
      { current_page: 7 },
      { current_page: 7, updated_at: '2026-05-01T12:00:00.000Z' },
    ]);
  });

  it('gives up a failed place for one read since', async () => {
    const { writer, pages } = writerWith({ outcome: 'failed' });
    writer.record(7);
    await vi.advanceTimersByTimeAsync(1_100);
    writer.record(8);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(pages()).toEqual([7, 8]);
  });

  it('leaves a newer place of another device alone and reports it', async () => {
    const progress = { current_page: 40 } as Progress;
    const { writer, newer, pages } = writerWith({ outcome: 'newer', stored: progress });
    writer.record(7);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(newer).toEqual([progress]);
    expect(pages()).toEqual([7]);
  });

  it('knows its own echoes, for a while', async () => {
    const { writer } = writerWith();
    writer.record(7);
    expect(writer.isEcho(7)).toBe(true);
    await vi.advanceTimersByTimeAsync(2_000);
    expect([writer.isEcho(7), writer.isEcho(8)]).toEqual([true, false]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(writer.isEcho(7)).toBe(false);
  });
});
