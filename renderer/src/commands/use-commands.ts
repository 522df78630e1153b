import { useEffect } from 'react';

import { useUserPreference } from '../api/user-preferences.ts';
import { bindingsOf, keyboardPreference } from './bindings.ts';
import type { CommandOf, Scope } from './catalogue.ts';
import { createRegistry, type CommandHandler } from './registry.ts';

const registry = createRegistry();

/**
 * Answers to the keys of a part of the app, as the person has bound them, while the component is
 * shown. Keep the handlers stable (`useMemo`) where many keys are pressed in a row.
 *
 * @example useCommands('grid', useMemo(() => ({ open: () => openSelected() }), [openSelected]));
 */
export const useCommands = <S extends Scope>(
  scope: S,
  handlers: Partial<Record<CommandOf<S>, CommandHandler>>,
): void => {
  const [overrides] = useUserPreference(keyboardPreference);
  useEffect(
    () => registry.add({ scope, bindings: bindingsOf(scope, overrides), handlers }),
    [scope, overrides, handlers],
  );
};

/** The commands that something on the page answers to now, as `scope.command`. */
export const activeCommands = (): ReadonlySet<string> => registry.active();

/** Listens to the keyboard; once, for the whole page. Returns a function that ends it. */
export const listenToKeys = (): (() => void) => {
  window.addEventListener('keydown', registry.press);
  window.addEventListener('keyup', registry.release);
  window.addEventListener('blur', registry.releaseAll);
  return () => {
    window.removeEventListener('keydown', registry.press);
    window.removeEventListener('keyup', registry.release);
    window.removeEventListener('blur', registry.releaseAll);
  };
};
