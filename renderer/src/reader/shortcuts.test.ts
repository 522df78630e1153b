import { describe, expect, it, test } from 'vitest';

import { commandFor, shortcuts } from './shortcuts.ts';

const press = (key: string, held: Partial<Record<'shiftKey' | 'ctrlKey', boolean>> = {}) =>
  commandFor({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held });

describe('shortcuts', () => {
  test.each([
    ['d', 'layout'],
    ['D', 'layout'],
    [' ', 'scroll-on'],
    ['?', 'help'],
    ['Escape', 'leave'],
    ['q', null],
  ])('%s is %s', (key, command) => {
    expect(press(key)).toBe(command);
  });

  it('tell Shift+Space from Space', () => {
    expect(press(' ', { shiftKey: true })).toBe('scroll-back');
  });

  it('leave keys with Ctrl to the browser', () => {
    expect(press('f', { ctrlKey: true })).toBeNull();
  });

  it('give no key to two commands', () => {
    const keys = Object.values(shortcuts).flat();
    expect(new Set(keys).size).toBe(keys.length);
  });
});
