import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

import type { BookSelection, EngineEvents, Mark } from '../epub/engine/book-engine.ts';
import type { Locator } from '../epub/engine/locator.ts';

/** The part of an engine that the shell uses; the engine's own commands use the rest. */
export interface DocumentEngine {
  goTo(target: Locator | 'start' | 'end'): Promise<void>;
  setMarks(marks: readonly Mark[]): void;
  /** Returns whether text was selected. */
  clearSelection(): boolean;
  destroy(): void;
}

/** The events of an engine that the shell keeps as state. */
type EngineState = Pick<EngineEvents, 'onLoading' | 'onSelect'>;

interface MountedEngine {
  container: RefObject<HTMLDivElement | null>;
  selection: BookSelection | null;
  isLoading: boolean;
}

/** Callbacks by name. */
type Callbacks<Events> = { [Name in keyof Events]: (...values: never[]) => void };

/**
 * Mounts an engine in its container. Calls `make` again when it changes, so keep it stable, and
 * destroys the engine with the reader. The engine's events always reach the newest `events`.
 */
export const useDocumentEngine = <Engine extends DocumentEngine, Events extends Callbacks<Events>>(
  engineRef: RefObject<Engine | null>,
  marks: readonly Mark[],
  events: Events,
  make: (container: HTMLDivElement, events: Events & EngineState) => Engine,
): MountedEngine => {
  const container = useRef<HTMLDivElement>(null);
  const [selection, setSelection] = useState<BookSelection | null>(null);
  const [isLoading, setIsLoading] = useState(true);
  const latest = useRef({ events, marks });
  useLayoutEffect(() => {
    latest.current = { events, marks };
  });

  useEffect(() => {
    if (!container.current) return;
    const forward =
      (name: keyof Events) =>
      (...values: never[]) =>
        latest.current.events[name](...values);
    const names = Object.keys(latest.current.events) as (keyof Events)[];
    const forwarded = Object.fromEntries(names.map((name) => [name, forward(name)])) as Events;
    const engine = make(container.current, {
      ...forwarded,
      onLoading: setIsLoading,
      onSelect: setSelection,
    });
    engineRef.current = engine;
    engine.setMarks(latest.current.marks);
    return () => {
      engineRef.current = null;
      engine.destroy();
    };
  }, [engineRef, make]);
  useEffect(() => engineRef.current?.setMarks(marks), [engineRef, make, marks]);

  return { container, selection, isLoading };
};
