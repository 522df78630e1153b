import type { Mark } from '../epub/engine/book-engine.ts';
import { markColors, markName } from '../epub/engine/book-style.ts';
import type { TextRange } from '../epub/engine/locator.ts';
import { findStretch, type PlacedMark } from '../epub/engine/marks.ts';
import { createTextIndex, type TextIndex } from '../epub/engine/text-index.ts';
import type { PageView } from './pdf-js.ts';

/** A rendered page with its text index. */
interface DrawnPage {
  page: number;
  view: PageView;
  index: TextIndex;
  marks: PlacedMark[];
}

/** A selection within one page. */
export interface PageStretch {
  page: number;
  stretch: TextRange;
  text: string;
}

/** The text layers of the rendered pages, and the highlights in them. */
export const createPdfText = () => {
  const drawn = new Map<number, DrawnPage>();
  let marks: readonly Mark[] = [];

  const draw = () => {
    for (const page of drawn.values()) {
      page.marks = marks
        .filter(({ locator }) => locator.locations.position === page.page)
        .flatMap((mark) => {
          const stretch = findStretch(page.index, mark.locator);
          return stretch && stretch.end > stretch.start
            ? [{ ...stretch, id: mark.id, color: mark.color }]
            : [];
        });
    }
    if (!('highlights' in CSS)) return;
    for (const color of Object.keys(markColors)) {
      const ranges = [...drawn.values()].flatMap((page) =>
        page.marks.filter((mark) => mark.color === color).map(page.index.rangeOf),
      );
      // eslint-disable-next-line floor/member-above-floor, compat/compat -- asked for above
      CSS.highlights.set(markName(color), new Highlight(...ranges));
    }
  };

  return {
    /** Called when a page's text layer is rendered; drops pages that are no longer rendered. */
    onText: (page: number, view: PageView): void => {
      const layer = view.textLayer?.div;
      if (!layer) return;
      for (const [number, held] of drawn) {
        if (held.view.textLayer === null || !held.view.div.isConnected) drawn.delete(number);
      }
      drawn.set(page, { page, view, index: createTextIndex(layer), marks: [] });
      draw();
    },
    setMarks: (next: readonly Mark[]): void => {
      marks = next;
      draw();
    },
    /** Bounding box of a range in the window; null while its page is not rendered. */
    rectOf: (page: number, stretch: TextRange): DOMRect | null =>
      drawn.get(page)?.index.rangeOf(stretch).getBoundingClientRect() ?? null,
    /** The part of a selection on the page where it starts. */
    selected: (range: Range): PageStretch | null => {
      for (const { page, view, index } of drawn.values()) {
        if (!view.textLayer?.div.contains(range.startContainer)) continue;
        const start = index.offsetOf(range.startContainer, range.startOffset);
        const isHere = view.textLayer.div.contains(range.endContainer);
        const end = isHere
          ? index.offsetOf(range.endContainer, range.endOffset)
          : index.text.length;
        const text = isHere ? range.toString() : index.text.slice(start);
        return end > start ? { page, stretch: { start, end }, text } : null;
      }
      return null;
    },
    /** The highlight at a point of the window. */
    markAt: (x: number, y: number): string | null => {
      for (const { marks: placed, index } of drawn.values()) {
        const hit = placed.find((mark) =>
          [...index.rangeOf(mark).getClientRects()].some(
            ({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom,
          ),
        );
        if (hit) return hit.id;
      }
      return null;
    },
    destroy: (): void => {
      drawn.clear();
      draw();
    },
  };
};
