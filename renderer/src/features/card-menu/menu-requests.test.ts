import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { watchMenuRequests } from './menu-requests.ts';

let page: EventTarget;
let watching: AbortController;
beforeEach(() => {
  vi.useFakeTimers();
  page = new EventTarget();
  vi.stubGlobal('document', page);
  watching = new AbortController();
});
afterEach(() => {
  watching.abort();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const send = (name: string, facts: object = {}) => {
  const event = new Event(name, { cancelable: true });
  page.dispatchEvent(Object.assign(event, facts));
  return event;
};
const finger = { pointerType: 'touch', isPrimary: true, clientX: 40, clientY: 60 };
const mouse = { ...finger, pointerType: 'mouse' };
const watch = (has = true) => {
  const asked: string[] = [];
  watchMenuRequests(({ x, y, isTouch }) => {
    asked.push(`${x},${y}${isTouch ? ' touch' : ''}`);
    return has;
  }, watching.signal);
  return asked;
};

test('a finger that rests asks once, and its end clicks nothing', () => {
  const asked = watch();
  send('pointerdown', finger);
  send('pointermove', { clientX: 44, clientY: 57 });
  vi.advanceTimersByTime(500);
  expect(asked).toEqual(['40,60 touch']);
  // Android also fires `contextmenu`; Windows does so on release.
  expect(send('contextmenu', { clientX: 40, clientY: 60 }).defaultPrevented).toBe(true);
  expect(send('touchend').defaultPrevented).toBe(true);
  expect(asked).toEqual(['40,60 touch']);
});

test('a menu that the system asks for first is not asked for again', () => {
  const asked = watch();
  send('pointerdown', finger);
  send('contextmenu', { clientX: 41, clientY: 61 });
  vi.advanceTimersByTime(500);
  expect(asked).toEqual(['41,61 touch']);
  expect(send('touchend').defaultPrevented).toBe(true);
});

test.each([
  ['is lifted', 'pointerup', {}],
  ['scrolls', 'scroll', {}],
  ['is taken by the system', 'pointercancel', {}],
  ['moves on', 'pointermove', { clientX: 40, clientY: 90 }],
  ['is joined by another', 'pointerdown', { ...finger, isPrimary: false }],
])('a finger that %s asks for nothing', (_, name, facts) => {
  const asked = watch();
  send('pointerdown', finger);
  send(name, facts);
  vi.advanceTimersByTime(1000);
  expect(asked).toEqual([]);
  expect(send('touchend').defaultPrevented).toBe(false);
});

test('a finger on something without a menu clicks as ever', () => {
  watch(false);
  send('pointerdown', finger);
  vi.advanceTimersByTime(500);
  expect(send('touchend').defaultPrevented).toBe(false);
});

test('the second button and the menu key ask at once, with Shift the browser answers', () => {
  const asked = watch();
  send('pointerdown', mouse);
  expect(send('contextmenu', { clientX: 1, clientY: 2 }).defaultPrevented).toBe(true);
  send('pointerdown', finger);
  vi.advanceTimersByTime(500);
  send('keydown');
  expect(send('contextmenu', { clientX: 3, clientY: 4 }).defaultPrevented).toBe(true);
  expect(send('contextmenu', { shiftKey: true }).defaultPrevented).toBe(false);
  expect(asked).toEqual(['1,2', '40,60 touch', '3,4']);
});

test('a mouse button that is held asks for nothing', () => {
  const asked = watch();
  send('pointerdown', mouse);
  vi.advanceTimersByTime(1000);
  expect(asked).toEqual([]);
});
