import type { KeyboardEvent } from 'react';

/** Elements that keys reach: the button of a volume, or the link of a book. */
const stopsIn = (list: Element): HTMLElement[] =>
  [...list.querySelectorAll<HTMLElement>('[data-stop]')]
    .map((stop) => (stop.tagName === 'BUTTON' ? stop : stop.querySelector('a')))
    .filter((stop) => stop !== null)
    .sort((a, b) => {
      const [first, other] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
      return first.top - other.top || first.left - other.left;
    });

/** A row that was scrolled to is rendered within this time, ms. */
const renderedMs = 60;

/** The nearest one in the row above or below. */
const inNextRow = (stops: readonly HTMLElement[], from: HTMLElement, isDown: boolean) => {
  const { top, left } = from.getBoundingClientRect();
  const beyond = stops
    .map((stop) => ({ stop, at: stop.getBoundingClientRect() }))
    .filter(({ at: box }) => (isDown ? box.top > top + 1 : box.top < top - 1));
  const row = isDown ? beyond[0] : beyond.at(-1);
  return beyond
    .filter(({ at: box }) => Math.abs(box.top - (row?.at.top ?? 0)) < 2)
    .sort((a, b) => Math.abs(a.at.left - left) - Math.abs(b.at.left - left))[0]?.stop;
};

/**
 * Moves the focus within a list of volumes by an arrow key, Home or End; left and right fold and
 * unfold a volume. True if the key was handled.
 */
export const moveFocusStop = (
  event: KeyboardEvent,
  { onEnd }: { onEnd: (isLast: boolean) => void },
): boolean => {
  const { key, target, currentTarget: list } = event;
  if (!(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey)
    return false;
  const stops = stopsIn(list);
  const index = stops.indexOf(target);
  if (index === -1) return false;
  if (key === 'Home' || key === 'End') {
    onEnd(key === 'End');
    setTimeout(
      () =>
        stopsIn(list)
          .at(key === 'End' ? -1 : 0)
          ?.focus(),
      renderedMs,
    );
    return true;
  }
  const isOpen = target.getAttribute('aria-expanded');
  if ((key === 'ArrowRight' && isOpen === 'false') || (key === 'ArrowLeft' && isOpen === 'true')) {
    target.click();
    return true;
  }
  const next = {
    ArrowLeft: stops[index - 1],
    ArrowRight: stops[index + 1],
    ArrowUp: inNextRow(stops, target, false),
    ArrowDown: inNextRow(stops, target, true),
  }[key];
  next?.focus();
  return next !== undefined;
};
