import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { AsyncSubscription, SubscribeCallback } from '@parcel/watcher';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createFolderWatch, type FolderWatch } from './folder-watch.ts';

const subscribe =
  vi.fn<(path: string, callback: SubscribeCallback) => Promise<AsyncSubscription>>();

let folder: string;
let folders: FolderWatch;
const unsubscribe = vi.fn(() => Promise.resolve());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'octavo-watch-'));
  folders = createFolderWatch(() => Promise.resolve({ subscribe }));
  subscribe.mockReset().mockResolvedValue({ unsubscribe });
});
afterEach(async () => {
  await folders.close();
  rmSync(folder, { recursive: true });
});

const report = (message: string) => subscribe.mock.calls.at(-1)?.[1](new Error(message), []);

// As the systems' watchers word it.
test.each([
  'Buffer overflow. Some events may have been lost.',
  'Events were dropped by the kernel. File system must be re-scanned.',
])('a folder in which too much changed at once is scanned and watched again: %s', async (error) => {
  const [changed, failed] = [vi.fn(), vi.fn()];
  folders.watch(folder, { changed, failed });
  await vi.waitFor(() => expect(subscribe).toHaveBeenCalledTimes(1));
  report(error);
  await vi.waitFor(() => expect(subscribe).toHaveBeenCalledTimes(2));
  expect(unsubscribe).toHaveBeenCalled();
  expect(changed).toHaveBeenCalledTimes(1);
  expect(failed).not.toHaveBeenCalled();
});

test('any other error is final', async () => {
  const [changed, failed] = [vi.fn(), vi.fn()];
  folders.watch(folder, { changed, failed });
  await vi.waitFor(() => expect(subscribe).toHaveBeenCalledTimes(1));
  report('inotify_add_watch failed: No space left on device');
  expect(failed).toHaveBeenCalledWith('inotify_add_watch failed: No space left on device');
  expect(subscribe).toHaveBeenCalledTimes(1);
});
