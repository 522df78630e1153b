import type { ShownText } from './book-engine.ts';
import type { OpenPart } from './flow-part.ts';
import type { TextRange } from './locator.ts';
import type { PartFrame } from './part-frame.ts';
import { createTextIndex, type TextIndex } from './text-index.ts';

/** Offset at which the selection in a part begins. */
const selectedIn = ({ document }: PartFrame, index: TextIndex): number | null => {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const { startContainer, startOffset } = selection.getRangeAt(0);
  return index.offsetOf(startContainer, startOffset);
};

/** A part in flowing text; `onScreen` is called when another screen of it is shown. */
export const flowText = (opened: OpenPart, onScreen: () => void): ShownText => {
  const { part, index, link } = opened;
  const rectsOf = ({ start, end }: TextRange) =>
    [...index.rangeOf({ start, end: Math.max(end, start + 1) }).getClientRects()].filter(
      ({ width, height }) => width + height > 0,
    );
  const isInside = ({ top, right, bottom, left }: DOMRect) =>
    bottom > 1 &&
    right > 1 &&
    top < part.frame.clientHeight - 1 &&
    left < part.frame.clientWidth - 1;
  return {
    part,
    index,
    href: link.href,
    selected: () => selectedIn(part, index),
    firstVisible: () => opened.layout.firstVisible(index),
    isVisible: (range) => {
      const rects = rectsOf(range);
      return rects.length === 0 || rects.some(isInside);
    },
    reveal(range) {
      const { layout } = opened;
      const rects = rectsOf(range);
      const [first] = rects;
      // A page shows the rest of a sentence only when it is turned; a strip can show all of it.
      const isShown = layout.isScrolled ? rects.every(isInside) : rects.some(isInside);
      if (!first || isShown) return;
      layout.goTo(layout.distanceOf(first));
      // A strip reports that itself.
      if (!layout.isScrolled) onScreen();
    },
  };
};

/** A page with a fixed layout, which is visible as a whole. */
export const fixedText = (part: PartFrame, href: string): ShownText => {
  const index = createTextIndex(part.document);
  return {
    part,
    index,
    href,
    selected: () => selectedIn(part, index),
    firstVisible: () => 0,
    isVisible: () => true,
    reveal: () => undefined,
  };
};
