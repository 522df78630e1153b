import { worksInFields, type Scope } from './catalogue.ts';
import { chordOf } from './chord.ts';

/**
 * Runs a command. A returned function is called on key release; `false` passes the key to the next
 * handler.
 */
export type CommandHandler = (event: KeyboardEvent) => unknown;

/** The commands that one part of the page handles. */
export interface Registration {
  scope: Scope;
  /** Chord → command. */
  bindings: ReadonlyMap<string, string>;
  handlers: Readonly<Partial<Record<string, CommandHandler>>>;
}

/** Keyboard shortcuts (hotkeys) of the parts of the page on display. */
export interface Registry {
  /**
   * The newest registration of a scope is tried first, global ones last. Returns the unregister
   * function.
   */
  add(registration: Registration): () => void;
  /** Names of all commands with a handler on the page, as `scope.command`. */
  active(): ReadonlySet<string>;
  press(event: KeyboardEvent): void;
  release(event: Pick<KeyboardEvent, 'code'>): void;
  /** Called when key releases cannot be observed, e.g. on blur. */
  releaseAll(): void;
}

export const createRegistry = (): Registry => {
  let registrations: readonly Registration[] = [];
  const held = new Map<string, () => unknown>();

  const run = (event: KeyboardEvent, chord: string): unknown => {
    for (const { scope, bindings, handlers } of inOrder(registrations)) {
      const command = bindings.get(chord);
      const handler = command === undefined ? undefined : handlers[command];
      if (handler === undefined || belongsElsewhere(event, `${scope}.${String(command)}`)) continue;
      const result = handler(event);
      if (result !== false) return result ?? true;
    }
    return false;
  };

  return {
    add: (registration) => {
      registrations = [registration, ...registrations];
      return () => {
        registrations = registrations.filter((other) => other !== registration);
      };
    },
    active: () =>
      new Set(
        registrations.flatMap(({ scope, handlers }) =>
          Object.keys(handlers).map((command) => `${scope}.${command}`),
        ),
      ),
    press: (event) => {
      const chord = event.defaultPrevented ? null : chordOf(event);
      // A held command runs once, despite key repeat.
      if (chord === null || held.has(event.code)) return;
      const result = run(event, chord);
      if (result === false) return;
      event.preventDefault();
      if (typeof result === 'function') held.set(event.code, result as () => unknown);
    },
    release: ({ code }) => {
      held.get(code)?.();
      held.delete(code);
    },
    releaseAll: () => {
      for (const letGo of held.values()) letGo();
      held.clear();
    },
  };
};

const inOrder = (registrations: readonly Registration[]) => [
  ...registrations.filter(({ scope }) => scope !== 'global'),
  ...registrations.filter(({ scope }) => scope === 'global'),
];

const field = 'input:not([type=checkbox], [type=radio], [type=range]), textarea, select';
const editable = '[contenteditable]:not([contenteditable=false])';
/** Overlays handle their own keys, Escape above all. */
const overlay =
  '[role=dialog][aria-modal=true], [role=menu], [role=listbox], dialog, .mantine-Popover-dropdown';
const pressable = 'button, summary, input, [role=button], [role=switch], [role=tab]';
const slider = 'input[type=range], [role=slider]';
/** A panel beside the pages, which scroll keys scroll while it has the focus. */
const panel = '[role=dialog]:not([aria-modal=true])';
const scrollKey = /^(Arrow(Up|Down|Left|Right)|Page(Up|Down)|Home|End| )$/;
const arrowed = 'input[type=range], input[type=radio], [role=slider], [role=tab], [role=radio]';

/** Whether the focused control needs the key itself. */
const belongsElsewhere = (event: KeyboardEvent, name: string): boolean => {
  const { key, target } = event;
  if (!(target instanceof Element)) return false;
  const isCovered = target.closest(overlay) !== null;
  if (isCovered && key === 'Escape') return true;
  if (isCovered || target.closest(`${field}, ${editable}`) !== null)
    return !worksInFields.has(name);
  const isModified = event.altKey || event.ctrlKey || event.metaKey;
  if (!isModified && scrollKey.test(key) && target.closest(panel) !== null) return true;
  if (key === ' ') return target.closest(pressable) !== null;
  if (key === 'Enter') return target.closest(`${pressable}, a[href]`) !== null;
  if (/^(Home|End|PageUp|PageDown)$/.test(key)) return target.closest(slider) !== null;
  return key.startsWith('Arrow') && target.closest(arrowed) !== null;
};
