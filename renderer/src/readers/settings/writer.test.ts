import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { chooseValues } from './change.ts';
import type { PreferenceChange, PreferenceMap } from './stored-choices.ts';
import { createChoicesWriter } from './writer.ts';

const key = 'client.octavo.reading.comic.series';
const choose = (seriesId: string, gap: number) =>
  chooseValues({ libraryId: 'library', seriesId, bookId: 'book' }, 'series', { gap });

const setUp = () => {
  let kept: PreferenceMap = {};
  const write = vi.fn(({ key: name, value }: PreferenceChange) => {
    kept = { ...kept, [name]: value };
    return Promise.resolve();
  });
  const onRefused = vi.fn();
  const onDelayed = vi.fn();
  const writer = createChoicesWriter({
    read: () => Promise.resolve(kept),
    write,
    isPassing: (error) => (error as Error).message === 'lost',
    onRefused,
    onDelayed,
  });
  const elsewhere = (value: unknown) => (kept = { ...kept, [key]: value });
  return { writer, write, onRefused, onDelayed, elsewhere, kept: () => kept };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('writing choices', () => {
  it('waits until a slider rests and writes once', async () => {
    const { writer, write, kept } = setUp();
    for (const gap of [1, 2, 3]) writer.add('comic', choose('a', gap));
    await vi.runAllTimersAsync();
    expect(kept()[key]).toEqual({ a: { profile: null, values: { gap: 3 } } });
    expect(write).toHaveBeenCalledOnce();
  });

  it('keeps what another device has chosen for another series meanwhile', async () => {
    const { writer, elsewhere, kept } = setUp();
    writer.add('comic', choose('a', 1));
    elsewhere({ b: { profile: null, values: { gap: 9 } } });
    await writer.flush();
    expect(kept()[key]).toMatchObject({ a: { values: { gap: 1 } }, b: { values: { gap: 9 } } });
  });

  it('writes pending changes when the page is closed, based on the last known values', async () => {
    const { writer, write, kept } = setUp();
    writer.learn({ [key]: { b: { profile: null, values: { gap: 9 } } } });
    writer.add('comic', choose('a', 1));
    writer.leave();
    expect(kept()[key]).toMatchObject({ a: { values: { gap: 1 } }, b: { values: { gap: 9 } } });
    expect(write).toHaveBeenCalledWith(expect.anything(), true);
    await vi.runAllTimersAsync();
    expect(write).toHaveBeenCalledOnce();
  });

  it('keeps a change that was written before the page is closed with another one', async () => {
    const { writer, kept } = setUp();
    writer.learn({});
    writer.add('comic', choose('a', 1));
    await writer.flush();
    writer.add('comic', choose('b', 2));
    writer.leave();
    expect(kept()[key]).toMatchObject({ a: { values: { gap: 1 } }, b: { values: { gap: 2 } } });
  });

  it('tries again after the server was lost, and gives up where it refuses', async () => {
    const { writer, write, onRefused, kept } = setUp();
    write.mockRejectedValueOnce(new Error('lost'));
    writer.add('comic', choose('a', 1));
    await vi.runAllTimersAsync();
    expect(kept()[key]).toMatchObject({ a: { values: { gap: 1 } } });
    write.mockRejectedValueOnce(new Error('refused'));
    writer.add('comic', choose('a', 2));
    await vi.runAllTimersAsync();
    expect(onRefused).toHaveBeenCalledOnce();
    expect(kept()[key]).toMatchObject({ a: { values: { gap: 1 } } });
  });

  it('says once that a change is not saved yet, and again after the next outage', async () => {
    const { writer, write, onDelayed, kept } = setUp();
    const lose = (times: number) => {
      for (let time = 0; time < times; time += 1) write.mockRejectedValueOnce(new Error('lost'));
    };
    lose(3);
    writer.add('comic', choose('a', 1));
    await vi.runAllTimersAsync();
    expect(kept()[key]).toMatchObject({ a: { values: { gap: 1 } } });
    expect(onDelayed).toHaveBeenCalledOnce();
    lose(1);
    writer.add('comic', choose('a', 2));
    await vi.runAllTimersAsync();
    expect(onDelayed).toHaveBeenCalledTimes(2);
  });
});
