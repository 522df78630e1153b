import type { Mark } from '../books/book-engine.ts';
import { markColors, markName } from '../books/book-style.ts';
import type { Stretch } from '../books/locator.ts';
import { findStretch, type PlacedMark } from '../books/marks.ts';
import { createTextIndex, type TextIndex } from '../books/text-index.ts';
import type { PageView } from './pdf-js.ts';

/** A page that has been drawn, with its text. */
interface DrawnPage {
  page: number;
  view: PageView;
  index: TextIndex;
  marks: PlacedMark[];
}

/** What is selected on one page. */
interface PageStretch {
  page: number;
  stretch: Stretch;
  text: string;
}

/** The texts that lie over the drawn pages, and the marks in them. */
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
      CSS.highlights.set(markName(color), new Highlight(...ranges));
    }
  };

  return {
    /** Told of a page whose text has been laid over it; pages no longer drawn are forgotten. */
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
    /** Where a stretch stands in the window; null while its page is not drawn. */
    rectOf: (page: number, stretch: Stretch): DOMRect | null =>
      drawn.get(page)?.index.rangeOf(stretch).getBoundingClientRect() ?? null,
    /** The part of a selection that lies on the page where it begins. */
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
    /** The mark that is drawn at a point of the window. */
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
