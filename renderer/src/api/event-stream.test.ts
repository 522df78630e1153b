import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { openEventStream, type Source } from './event-stream.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A fake EventSource under the test's control. */
const fakeSource = () => {
  const listeners = new Map<string, (event: { data: string }) => void>();
  const source = {
    readyState: 0,
    onopen: null as (() => void) | null,
    onerror: null as (() => void) | null,
    addEventListener: (name: string, listener: (event: { data: string }) => void) => {
      listeners.set(name, listener);
    },
    close: () => {
      source.readyState = 2;
    },
    send: (name: string, data: unknown) => listeners.get(name)?.({ data: JSON.stringify(data) }),
    fail: (readyState: number) => {
      source.readyState = readyState;
      source.onerror?.();
    },
  };
  return source satisfies Source;
};

const setUp = () => {
  const sources: ReturnType<typeof fakeSource>[] = [];
  const urls: string[] = [];
  const events: unknown[] = [];
  const onResume = vi.fn();
  const onBreak = vi.fn();
  const stream = openEventStream({
    firstUrl: '/stream?since=then',
    url: '/stream',
    names: ['book_created'],
    open: (url) => {
      urls.push(url);
      const source = fakeSource();
      sources.push(source);
      return source;
    },
    onEvent: (name, data) => events.push([name, data]),
    onResume,
    onBreak,
  });
  return { sources, urls, events, onResume, onBreak, stream };
};

test('hands on the events it was asked for', () => {
  const { sources, events } = setUp();
  sources[0]?.send('book_created', { book_id: 'a' });
  sources[0]?.send('other', {});
  expect(events).toEqual([['book_created', { book_id: 'a' }]]);
});

test('leaves a lost connection to the browser, and says when it is back', () => {
  const { sources, onResume, onBreak } = setUp();
  sources[0]?.onopen?.();
  expect(onResume).not.toHaveBeenCalled();
  sources[0]?.fail(0);
  sources[0]?.fail(0);
  expect(onBreak).toHaveBeenCalledTimes(1);
  sources[0]?.onopen?.();
  expect(onResume).toHaveBeenCalledTimes(1);
  expect(sources).toHaveLength(1);
});

test('tries again, later each time, where the browser has given up', async () => {
  const { sources, urls, onResume } = setUp();
  sources[0]?.fail(2);
  await vi.advanceTimersByTimeAsync(1000);
  expect(urls).toEqual(['/stream?since=then', '/stream']);
  sources[1]?.fail(2);
  await vi.advanceTimersByTimeAsync(1000);
  expect(sources).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1000);
  expect(sources).toHaveLength(3);
  sources[2]?.onopen?.();
  expect(onResume).toHaveBeenCalledTimes(1);
});

test('a closed stream does not come back', async () => {
  const { sources, stream } = setUp();
  sources[0]?.fail(2);
  stream.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sources).toHaveLength(1);
});
