import { useRef, useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react';

/** Movement that begins a drag, px. */
const least = 6;
/** Distance from the edges of the page at which it scrolls, and the step of each move, px. */
const edge = 70;
const step = 28;

interface BookDrag {
  bookId: string;
  /** Key of the section below the pointer. */
  over: string | null;
}

const scrollAtEdge = (y: number): void => {
  const content = document.getElementById('content');
  const box = content?.getBoundingClientRect();
  if (!content || !box) return;
  if (y < box.top + edge) content.scrollTop -= step;
  else if (y > box.bottom - edge) content.scrollTop += step;
};

/** The click that ends a drag opens nothing. */
const ignoreNextClick = (): void => {
  const ending = new AbortController();
  const swallow = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', swallow, { capture: true, signal: ending.signal });
  setTimeout(() => ending.abort());
};

/**
 * Drags books by mouse onto sections, found by their attributes: one listener for the whole list,
 * because a hook for each of a thousand books makes scrolling slow. Escape cancels. Touch and keyboard
 * have the menu.
 */
export const useBookDrag = (
  onDrop: (bookId: string, section: string) => void,
): {
  drag: BookDrag | null;
  /** For the element that follows the pointer. */
  chip: RefObject<HTMLSpanElement | null>;
  onPointerDown: (event: ReactPointerEvent) => void;
} => {
  const [drag, setDrag] = useState<BookDrag | null>(null);
  const chip = useRef<HTMLSpanElement>(null);
  const onPointerDown = ({ target, pointerType, button, clientX, clientY }: ReactPointerEvent) => {
    const item = target instanceof Element ? target.closest<HTMLElement>('li[data-stop]') : null;
    const bookId = item?.dataset['stop'];
    if (bookId === undefined || pointerType !== 'mouse' || button !== 0) return;
    const ending = new AbortController();
    const { signal } = ending;
    let current: BookDrag | null = null;
    const end = () => {
      ending.abort();
      setDrag(null);
    };
    const move = ({ clientX: x, clientY: y }: PointerEvent) => {
      if (current === null && Math.hypot(x - clientX, y - clientY) < least) return;
      const row = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-section]');
      const over = row?.dataset['section'] ?? null;
      if (current?.over !== over) {
        current = { bookId, over };
        setDrag(current);
      }
      if (chip.current)
        chip.current.style.transform = `translate(${String(x + 14)}px, ${String(y + 10)}px)`;
      scrollAtEdge(y);
    };
    const drop = () => {
      const dropped = current;
      end();
      if (dropped === null) return;
      ignoreNextClick();
      if (dropped.over !== null) onDrop(bookId, dropped.over);
    };
    window.addEventListener('pointermove', move, { signal });
    window.addEventListener('pointerup', drop, { signal });
    window.addEventListener('pointercancel', end, { signal });
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal });
  };
  return { drag, chip, onPointerDown };
};
