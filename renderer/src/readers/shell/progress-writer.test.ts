import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Progress } from '../../../../shared/api/progress-record.ts';
import type { UpdateProgress } from '../../../../shared/api/progress.ts';
import { createProgressWriter, type WriteResult } from './progress-writer.ts';

const stored: WriteResult = { outcome: 'stored', progress: null };

const turnedTo = { isJump: false, isLast: false };
const jumpedToEnd = { isJump: true, isLast: true };

/** A writer whose server responds with `results` in order, then with success. */
const writerWith = (...results: (WriteResult | Promise<WriteResult>)[]) => {
  const writes: { body: UpdateProgress; keepalive: boolean }[] = [];
  const newer: Progress[] = [];
  const incognito = { isOn: false };
  const writer = createProgressWriter({
    send: async (body, keepalive) => {
      writes.push({ body, keepalive });
      return (await results.shift()) ?? stored;
    },
    onNewer: (progress) => newer.push(progress),
    isIncognito: () => incognito.isOn,
  });
  return {
    writer,
    incognito,
    writes,
    newer,
    pages: () => writes.map(({ body }) => body.current_page),
  };
};

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-05-01T12:00:00.000Z') }));
afterEach(() => void vi.useRealTimers());

describe('progress writer', () => {
  it('writes the position at which the reader stays, not those leafed through', async () => {
    const { writer, pages } = writerWith();
    for (const page of [2, 3, 4]) {
      writer.record(page, undefined, turnedTo);
      await vi.advanceTimersByTimeAsync(300);
    }
    await vi.advanceTimersByTimeAsync(1_000);
    expect(pages()).toEqual([4]);
  });

  it('writes at once, able to outlive the page, when the page is hidden', async () => {
    const { writer, writes } = writerWith();
    writer.record(5, undefined, turnedTo);
    writer.flush();
    writer.flush();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(writes).toEqual([{ body: { current_page: 5 }, keepalive: true }]);
  });

  it('finishes no book at whose end the reader rests incognito', async () => {
    const { writer, incognito, writes } = writerWith();
    writer.record(12, undefined, jumpedToEnd);
    await vi.advanceTimersByTimeAsync(5_000);
    incognito.isOn = true;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(writes.map(({ body }) => body)).toEqual([{ current_page: 12, is_jump: true }]);
  });

  it('sends one write at a time and then the latest position', async () => {
    const slow = new Promise<WriteResult>((resolve) => setTimeout(() => resolve(stored), 3_000));
    const { writer, pages } = writerWith(slow);
    writer.record(2, undefined, turnedTo);
    await vi.advanceTimersByTimeAsync(1_500);
    writer.record(3, undefined, turnedTo);
    await vi.advanceTimersByTimeAsync(1_400);
    expect(pages()).toEqual([2]);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(pages()).toEqual([2, 3]);
  });

  it('tries again while the server is away, and then says when the page was read', async () => {
    const { writer, writes } = writerWith({ outcome: 'failed' }, { outcome: 'failed' });
    writer.record(7, undefined, turnedTo);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(writes.map(({ body }) => body)).toEqual([
      { current_page: 7 },
      { current_page: 7 },
      { current_page: 7, updated_at: '2026-05-01T12:00:00.000Z' },
    ]);
  });

  it('replaces a failed position by one read since', async () => {
    const { writer, pages } = writerWith({ outcome: 'failed' });
    writer.record(7, undefined, turnedTo);
    await vi.advanceTimersByTimeAsync(1_100);
    writer.record(8, undefined, turnedTo);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(pages()).toEqual([7, 8]);
  });

  it('keeps a newer position of another device and reports it', async () => {
    const progress = { current_page: 40 } as Progress;
    const { writer, newer, pages } = writerWith({ outcome: 'newer', stored: progress });
    writer.record(7, undefined, turnedTo);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(newer).toEqual([progress]);
    expect(pages()).toEqual([7]);
  });

  it('asks nothing if the newer position is on the same page', async () => {
    const progress = { current_page: 7 } as Progress;
    const { writer, newer, pages } = writerWith({ outcome: 'newer', stored: progress });
    writer.record(7, undefined, turnedTo);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(newer).toEqual([]);
    expect(pages()).toEqual([7]);
  });

  it('knows its own echoes, for a while', async () => {
    const { writer } = writerWith();
    writer.record(7, undefined, turnedTo);
    expect(writer.isEcho(7)).toBe(true);
    await vi.advanceTimersByTimeAsync(2_000);
    expect([writer.isEcho(7), writer.isEcho(8)]).toEqual([true, false]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(writer.isEcho(7)).toBe(false);
  });

  it('says of a jump that nothing was read, and that it was once the last page has rested', async () => {
    const { writer, writes } = writerWith();
    writer.record(300, undefined, jumpedToEnd);
    await vi.advanceTimersByTimeAsync(9_000);
    expect(writes.map(({ body }) => body)).toEqual([{ current_page: 300, is_jump: true }]);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(writes[1]?.body).toEqual({ current_page: 300 });
  });

  it('leaves a book unfinished that is closed or turned back before that', async () => {
    const { writer, writes } = writerWith();
    writer.record(300, undefined, jumpedToEnd);
    await vi.advanceTimersByTimeAsync(5_000);
    writer.record(299, undefined, turnedTo);
    writer.stop();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(writes.map(({ body }) => body)).toEqual([
      { current_page: 300, is_jump: true },
      { current_page: 299 },
    ]);
  });

  it('sends a jump that is not written yet together with the turn after it', async () => {
    const { writer, writes } = writerWith();
    writer.record(200, undefined, { isJump: true, isLast: false });
    writer.record(201, undefined, turnedTo);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(writes.map(({ body }) => body)).toEqual([{ current_page: 201, is_jump: true }]);
  });
});
