import { notifications, notificationsStore } from '@mantine/notifications';
import { afterEach, expect, test, vi } from 'vitest';

import { forgetUndo, offerUndo, undoNewest } from './undo.ts';

afterEach(() => {
  forgetUndo();
  notifications.clean();
});

const shown = () => notificationsStore.getState().notifications.map(({ id }) => id);

test('the newest change is undone first, each once', async () => {
  const done: string[] = [];
  offerUndo({ text: 'first', undo: async () => done.push('first') });
  offerUndo({ text: 'second', undo: async () => done.push('second') });
  expect(undoNewest()).toBe(true);
  expect(undoNewest()).toBe(true);
  expect(undoNewest()).toBe(false);
  await vi.waitFor(() => {
    expect(done).toEqual(['second', 'first']);
  });
});

test('a notification offers undo, and confirms it afterwards', async () => {
  offerUndo({ text: '12 books marked as read', undo: () => Promise.resolve() });
  await vi.waitFor(() => {
    expect(shown()).toHaveLength(1);
  });
  const [offer] = shown();
  undoNewest();
  await vi.waitFor(() => {
    expect(shown()).toEqual([`${offer}-done`]);
  });
});

test('a failed undo is reported as failed, not as undone', async () => {
  offerUndo({ text: 'first', undo: () => Promise.reject(new Error('gone')) });
  undoNewest();
  await vi.waitFor(() => {
    expect(notificationsStore.getState().notifications.map(({ color }) => color)).toEqual(['red']);
  });
});

test('nothing is left to undo for the next person who signs in', () => {
  offerUndo({ text: 'first', undo: () => Promise.resolve() });
  forgetUndo();
  expect(undoNewest()).toBe(false);
});
