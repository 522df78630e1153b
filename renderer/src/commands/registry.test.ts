import { expect, test, vi } from 'vitest';

import { bindingsOf } from './bindings.ts';
import type { Scope } from './catalogue.ts';
import { createRegistry, type CommandHandler } from './registry.ts';

/** Presses a key on a target inside elements that match selectors, e.g. `input` or `input, [role=dialog]`. */
const press = (key: string, inside = '', held: Partial<KeyboardEvent> = {}) => {
  const around = inside === '' ? [] : inside.split(', ');
  class Target {
    closest(selectors: string) {
      const isInside = (selector: string) => around.some((part) => selector.startsWith(part));
      return selectors.split(', ').some(isInside) ? this : null;
    }
  }
  vi.stubGlobal('Element', Target);
  const event = {
    key,
    code: key,
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    defaultPrevented: false,
    getModifierState: () => false,
    preventDefault: vi.fn(),
    target: new Target(),
    ...held,
  };
  return event as unknown as KeyboardEvent & { preventDefault: ReturnType<typeof vi.fn> };
};

const setUp = (...parts: [Scope, Record<string, CommandHandler>][]) => {
  const registry = createRegistry();
  for (const [scope, handlers] of parts) {
    registry.add({ scope, bindings: bindingsOf(scope, {}), handlers });
  }
  return registry;
};

test('a key runs its command and is not given to the browser', () => {
  const next = vi.fn();
  const registry = setUp(['comic', { next }]);
  const event = press('PageDown');
  registry.press(event);
  expect(next).toHaveBeenCalledTimes(1);
  expect(event.preventDefault).toHaveBeenCalled();
  registry.press(press('q'));
  expect(next).toHaveBeenCalledTimes(1);
});

test('the part in front is asked before what works everywhere', () => {
  const calls: string[] = [];
  const registry = setUp(
    ['pdf', { find: () => void calls.push('pdf') }],
    ['global', { find: () => void calls.push('global') }],
  );
  registry.press(press('f', '', { ctrlKey: true }));
  expect(calls).toEqual(['pdf']);
});

test('a command that declines leaves the key to the browser', () => {
  const registry = setUp(['global', { undo: () => false }]);
  const event = press('z', '', { ctrlKey: true });
  registry.press(event);
  expect(event.preventDefault).not.toHaveBeenCalled();
});

test('keys typed into a field run no commands except the few that leave it', () => {
  const next = vi.fn();
  const leave = vi.fn();
  const registry = setUp(['comic', { next, leave }]);
  registry.press(press('PageDown', 'input'));
  expect(next).not.toHaveBeenCalled();
  registry.press(press('Escape', 'input'));
  expect(leave).toHaveBeenCalledTimes(1);
});

test('Escape in a dialog closes the dialog and nothing behind it', () => {
  const leave = vi.fn();
  const registry = setUp(['comic', { leave }]);
  registry.press(press('Escape', '[role=dialog][aria-modal=true]'));
  registry.press(press('Escape', 'textarea, [role=dialog][aria-modal=true]'));
  expect(leave).not.toHaveBeenCalled();
});

test('a focused button keeps its Space', () => {
  const select = vi.fn();
  const registry = setUp(['grid', { select }]);
  registry.press(press(' ', 'button'));
  expect(select).not.toHaveBeenCalled();
  registry.press(press(' ', 'a[href]'));
  expect(select).toHaveBeenCalledTimes(1);
});

test('a focused slider keeps the keys that move it', () => {
  const next = vi.fn();
  const registry = setUp(['comic', { next }]);
  registry.press(press('PageDown', 'input[type=range]'));
  expect(next).not.toHaveBeenCalled();
  registry.press(press('PageDown', 'button'));
  expect(next).toHaveBeenCalledTimes(1);
});

test('keys that scroll belong to the panel that has the focus, other keys and chords do not', () => {
  const panel = '[role=dialog]:not';
  const handlers = { 'turn-left': vi.fn(), next: vi.fn(), 'scroll-on': vi.fn(), settings: vi.fn() };
  const back = vi.fn();
  const registry = setUp(['comic', { ...handlers, back }]);
  for (const key of ['ArrowLeft', 'PageDown', ' ']) registry.press(press(key, panel));
  registry.press(press('ArrowLeft', panel, { altKey: true }));
  registry.press(press('s', panel));
  expect(handlers['turn-left']).not.toHaveBeenCalled();
  expect(handlers.next).not.toHaveBeenCalled();
  expect(handlers['scroll-on']).not.toHaveBeenCalled();
  expect(handlers.settings).toHaveBeenCalledTimes(1);
  expect(back).toHaveBeenCalledTimes(1);
});

test('a held key is released once, however often it repeats', () => {
  const letGo = vi.fn();
  const magnifier = vi.fn(() => letGo);
  const registry = setUp(['comic', { magnifier }]);
  registry.press(press('h'));
  registry.press(press('h'));
  registry.release({ code: 'h' });
  registry.release({ code: 'h' });
  expect(magnifier).toHaveBeenCalledTimes(1);
  expect(letGo).toHaveBeenCalledTimes(1);
});

test('a part that is gone answers no more', () => {
  const next = vi.fn();
  const registry = createRegistry();
  registry.add({ scope: 'comic', bindings: bindingsOf('comic', {}), handlers: { next } })();
  registry.press(press('PageDown'));
  expect(next).not.toHaveBeenCalled();
  expect(registry.active().size).toBe(0);
});
