import { useEffect, useRef, useState, type RefObject } from 'react';

import type { BookSelection, EngineEvents, Mark } from '../epub/engine/book-engine.ts';
import type { Locator } from '../epub/engine/locator.ts';

/** What the shell asks of an engine; the rest is between the engine and its own commands. */
export interface DocumentEngine {
  goTo(target: Locator | 'start' | 'end'): Promise<void>;
  setMarks(marks: readonly Mark[]): void;
  clearSelection(): void;
  destroy(): void;
}

/** The events of an engine that the shell keeps as state. */
export type EngineState = Pick<EngineEvents, 'onLoading' | 'onSelect'>;

interface MountedEngine {
  container: RefObject<HTMLDivElement | null>;
  selection: BookSelection | null;
  isLoading: boolean;
}

/**
 * Mounts an engine in its container. Calls `make` again when it changes, so keep it stable, and
 * destroys the engine with the reader.
 */
export const useDocumentEngine = <Engine extends DocumentEngine>(
  engineRef: RefObject<Engine | null>,
  marks: readonly Mark[],
  make: (container: HTMLDivElement, events: EngineState) => Engine,
): MountedEngine => {
  const container = useRef<HTMLDivElement>(null);
  const [selection, setSelection] = useState<BookSelection | null>(null);
  const [isLoading, setIsLoading] = useState(true);

  useEffect(() => {
    if (!container.current) return;
    const made = make(container.current, { onLoading: setIsLoading, onSelect: setSelection });
    engineRef.current = made;
    return () => {
      engineRef.current = null;
      made.destroy();
    };
  }, [engineRef, make]);
  useEffect(() => engineRef.current?.setMarks(marks), [engineRef, make, marks]);

  return { container, selection, isLoading };
};
