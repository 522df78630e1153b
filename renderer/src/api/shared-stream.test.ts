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
  const openTab = () => {
    const events: unknown[] = [];
    const onResume = vi.fn();
    const stream = openSharedStream({
      name: 'someone',
      channel: createChannel(),
      lock,
      open: (listener) => {
        connections.push(listener);
        return { close: () => connections.splice(connections.indexOf(listener), 1) };
      },
      onEvent: (name) => events.push(name),
      onResume,
      onBreak: vi.fn(),
    });
    return { events, onResume, close: () => stream.close() };
  };
  return { connections, openTab };
};

test('two tabs share one connection, and both are told', async () => {
  const { connections, openTab } = createBrowser();
  const first = openTab();
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
