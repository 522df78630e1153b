import type { PartFrame } from './part-frame.ts';

/** Attribute of a table or formula that is wider than its column. */
export const wideMark = 'data-octavo-wide';
/** Smaller text would be unreadable; words of a table are broken instead. */
const minShare = 0.6;

/**
 * Shrinks tables and formulas that are wider than their column and would cover the next one. Must be called again
 * after each change of the columns or the font size.
 */
export const fitWideContent = (
  { document, window }: Pick<PartFrame, 'document' | 'window'>,
  isVertical: boolean,
): void => {
  const found = [...document.querySelectorAll<HTMLElement>('table, math')].filter(
    (element) => element.parentElement?.closest('table, math') === null,
  );
  for (const element of found) {
    if (!element.hasAttribute(wideMark)) continue;
    element.removeAttribute(wideMark);
    element.style.removeProperty('font-size');
  }
  const lengthOf = (element: Element): number => {
    // The first column of an element that continues in others.
    const [rect] = element.getClientRects();
    return (isVertical ? rect?.height : rect?.width) ?? 0;
  };
  const sizes = found.map((element) => {
    const around = blockAround(element, window);
    const { paddingInlineStart, paddingInlineEnd } = window.getComputedStyle(around);
    const space = lengthOf(around) - parseFloat(paddingInlineStart) - parseFloat(paddingInlineEnd);
    const fontSize = parseFloat(window.getComputedStyle(element).fontSize);
    return { share: space / Math.max(1, lengthOf(element)), fontSize };
  });
  for (const [index, element] of found.entries()) {
    const size = sizes[index];
    if (!size || size.share <= 0 || size.share >= 0.995) continue;
    element.setAttribute(wideMark, '');
    const reduced = `${size.fontSize * Math.max(minShare, size.share)}px`;
    element.style.setProperty('font-size', reduced, 'important');
  }
};

const blockAround = (element: Element, window: Window): Element => {
  let around = element.parentElement ?? element;
  while (around.parentElement && window.getComputedStyle(around).display.startsWith('inline')) {
    around = around.parentElement;
  }
  return around;
};
