import { createMemoryHistory } from '@tanstack/react-router';
import { expect, test } from 'vitest';

import { isBeforeHistoryEnd, trackHistoryEnd } from './history-end.ts';

const createStorage = () => {
  const items = new Map<string, string>();
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
  };
};

test('there is a way forward only after going back, until something new is opened', () => {
  const storage = createStorage();
  const history = createMemoryHistory({ initialEntries: ['/'] });
  trackHistoryEnd(history, storage);
  const canGoForward = () => isBeforeHistoryEnd(history, storage);

  expect(canGoForward()).toBe(false);
  history.push('/libraries');
  history.push('/series/1');
  expect(canGoForward()).toBe(false);
  history.back();
  expect(canGoForward()).toBe(true);
  history.replace('/libraries?view=books');
  expect(canGoForward()).toBe(true);
  history.forward();
  expect(canGoForward()).toBe(false);
  history.back();
  history.back();
  history.push('/search');
  expect(canGoForward()).toBe(false);
});

test('the way forward is known again after a reload', () => {
  const storage = createStorage();
  const before = createMemoryHistory({ initialEntries: ['/'] });
  trackHistoryEnd(before, storage);
  before.push('/libraries');
  before.back();
  // The browser keeps the history state across a reload.
  expect(isBeforeHistoryEnd({ location: before.location }, storage)).toBe(true);
});
