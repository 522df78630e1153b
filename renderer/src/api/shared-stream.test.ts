import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { openSharedStream, type Channel, type Listener, type Lock } from './shared-stream.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A fake browser: tabs share a channel, and one at a time holds the lock. */
const createBrowser = () => {
  const channels: Channel[] = [];
  let queue = Promise.resolve();
  const lock: Lock = (_, signal, work) => {
    const turn = queue.then(() => (signal.aborted ? undefined : work()));
    queue = turn;
    return turn;
  };
  const createChannel = (): Channel => {
    const channel: Channel = {
      onmessage: null,
      postMessage: (data) => {
        for (const other of channels) if (other !== channel) other.onmessage?.({ data });
      },
      close: () => {
        channels.splice(channels.indexOf(channel), 1);
      },
    };
    channels.push(channel);
    return channel;
  };
  const connections: Listener[] = [];
  const starts: number[] = [];
  const openTab = (age = 0) => {
    const events: unknown[] = [];
    const onResume = vi.fn();
    const stream = openSharedStream({
      name: 'someone',
      channel: createChannel(),
      lock,
      since: Date.now() - age,
      open: (listener, since) => {
        starts.push(since);
        connections.push(listener);
        return { close: () => connections.splice(connections.indexOf(listener), 1) };
      },
      onEvent: (name) => events.push(name),
      onResume,
      onBreak: vi.fn(),
    });
    return { events, onResume, close: () => stream.close() };
  };
  return { connections, starts, openTab };
};

test('two tabs share one connection, and both get its events', async () => {
  const { connections, openTab } = createBrowser();
  const first = openTab();
  await vi.advanceTimersByTimeAsync(0);
  const second = openTab();
  await vi.advanceTimersByTimeAsync(2000);
  expect(connections).toHaveLength(1);
  connections[0]?.onEvent('book_created', {});
  expect(first.events).toEqual(['book_created']);
  expect(second.events).toEqual(['book_created']);
  connections[0]?.onResume();
  expect(second.onResume).toHaveBeenCalledTimes(1);
});

test('the next tab takes over when the one with the connection is closed', async () => {
  const { connections, openTab } = createBrowser();
  const first = openTab();
  await vi.advanceTimersByTimeAsync(0);
  const second = openTab();
  await vi.advanceTimersByTimeAsync(2000);
  first.close();
  await vi.advanceTimersByTimeAsync(0);
  expect(connections).toHaveLength(1);
  expect(second.onResume).toHaveBeenCalledTimes(1);
  connections[0]?.onEvent('book_created', {});
  expect(second.events).toEqual(['book_created']);
  expect(first.events).toEqual([]);
});

test('the first tab has nothing to read again', async () => {
  const { openTab } = createBrowser();
  const only = openTab();
  await vi.advanceTimersByTimeAsync(2000);
  expect(only.onResume).not.toHaveBeenCalled();
});

test('a tab that joins gets what happened since it began to load, and only that', async () => {
  const { connections, openTab } = createBrowser();
  const first = openTab();
  await vi.advanceTimersByTimeAsync(2000);
  connections[0]?.onEvent('book_created', {});
  await vi.advanceTimersByTimeAsync(2000);
  connections[0]?.onEvent('book_updated', {});
  const second = openTab(1000);
  const third = openTab(500);
  connections[0]?.onEvent('book_deleted', {});
  expect(second.events).toEqual(['book_updated', 'book_deleted']);
  expect(third.events).toEqual(['book_updated', 'book_deleted']);
  expect(first.events).toEqual(['book_created', 'book_updated', 'book_deleted']);
});

test('a tab that began to load before the first one led refetches', async () => {
  const { openTab } = createBrowser();
  openTab();
  await vi.advanceTimersByTimeAsync(0);
  const second = openTab(5000);
  expect(second.onResume).toHaveBeenCalledTimes(1);
});

test('a tab that waits already refetches when another one leads', async () => {
  const { openTab } = createBrowser();
  openTab();
  const second = openTab();
  await vi.advanceTimersByTimeAsync(0);
  expect(second.onResume).toHaveBeenCalledTimes(1);
});

test('a tab that began to load before events that the first one has dropped refetches', async () => {
  const { connections, openTab } = createBrowser();
  openTab();
  await vi.advanceTimersByTimeAsync(2000);
  for (let event = 0; event < 1001; event++) connections[0]?.onEvent('book_created', {});
  await vi.advanceTimersByTimeAsync(2000);
  const second = openTab(3000);
  expect(second.onResume).toHaveBeenCalledTimes(1);
  const third = openTab(1000);
  expect(third.onResume).not.toHaveBeenCalled();
});

test('a tab that takes over asks for what happened since then, not since it began to load', async () => {
  const { starts, openTab } = createBrowser();
  const first = openTab();
  await vi.advanceTimersByTimeAsync(0);
  openTab();
  await vi.advanceTimersByTimeAsync(60_000);
  first.close();
  await vi.advanceTimersByTimeAsync(0);
  expect(starts).toEqual([Date.now() - 60_000, Date.now()]);
});
