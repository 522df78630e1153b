import { expect, test } from 'vitest';

import { listeners } from '../testing/fake-events.ts';
import { createServerControlProxy } from './server-control-proxy.ts';
import type { ServerControl } from '../../server/host-environment.ts';

/** The parts of a server that this test uses. */
const fakeControl = (name: string) => {
  const progress = listeners();
  let listening = 0;
  const control = {
    libraries: () => [{ id: name, name }],
    wants: () => true,
    suspend: () => undefined,
    wake: async () => undefined,
    scans: {
      onProgress: (listener: () => void) => {
        listening += 1;
        progress.add(listener);
        return () => {
          listening -= 1;
        };
      },
    },
    onChange: () => () => undefined,
  } as unknown as ServerControl;
  return { control, scan: progress.call, listening: () => listening };
};

test('listeners receive the events of the running server, and of its replacement', () => {
  const first = fakeControl('first');
  const second = fakeControl('second');
  const proxy = createServerControlProxy(first.control);
  let scans = 0;
  let changes = 0;
  const end = proxy.scans.onProgress(() => (scans += 1));
  proxy.onChange(() => (changes += 1));
  first.scan();
  proxy.detach();
  expect(first.listening()).toBe(0);
  proxy.attach(second.control);
  second.scan();
  expect([scans, changes]).toEqual([2, 1]);
  expect(proxy.libraries()).toEqual([{ id: 'second', name: 'second' }]);
  end();
  expect(second.listening()).toBe(0);
});

test('while no server runs, what is asked is refused with a sentence and nothing is wanted', async () => {
  const proxy = createServerControlProxy(fakeControl('first').control);
  proxy.detach();
  expect(proxy.isDetached()).toBe(true);
  expect(() => proxy.libraries()).toThrow('restarting');
  await expect(proxy.openFile('anna', '/x.cbz')).rejects.toMatchObject({
    code: 'ServiceUnavailable',
  });
  expect(proxy.wants('desktop.notify_scans')).toBe(false);
  proxy.suspend();
  await proxy.wake();
  // A listener added now is moved to the next server.
  let heard = 0;
  proxy.scans.onProgress(() => (heard += 1));
  const next = fakeControl('next');
  proxy.attach(next.control);
  next.scan();
  expect(heard).toBe(1);
});
