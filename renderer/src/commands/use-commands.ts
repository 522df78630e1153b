import { useLayoutEffect } from 'react';

import { useUserPreference } from '../ui/user-preferences.ts';
import { bindingsOf, keyboardPreference } from './bindings.ts';
import type { CommandOf, Scope } from './catalogue.ts';
import { createRegistry, type CommandHandler } from './registry.ts';

const registry = createRegistry();

/**
 * Handles the commands of a scope, with the user's bindings, while the component is mounted. Keep
 * the handlers stable (`useMemo`) if keys are pressed in quick succession.
 *
 * @example useCommands('grid', useMemo(() => ({ open: () => openSelected() }), [openSelected]));
 */
export const useCommands = <S extends Scope>(
  scope: S,
  handlers: Partial<Record<CommandOf<S>, CommandHandler>>,
): void => {
  const [overrides] = useUserPreference(keyboardPreference);
  useLayoutEffect(
    () => registry.add({ scope, bindings: bindingsOf(scope, overrides), handlers }),
    [scope, overrides, handlers],
  );
};

/** Names of all commands with a handler on the page, as `scope.command`. */
export const activeCommands = (): ReadonlySet<string> => registry.active();

/**
 * Attaches the global keyboard listeners, once per page. Returns the function that removes them.
 */
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
