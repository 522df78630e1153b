import { clamp } from '../../../../../shared/clamp.ts';
import { oursMark } from './broken-pictures.ts';
import type { TextRange } from './locator.ts';

/** The text of a part as one string, mapped to the nodes of the document. */
export interface TextIndex {
  text: string;
  nodes: readonly Text[];
  /** Offset of each node's first character. */
  starts: readonly number[];
  rangeOf(stretch: TextRange): Range;
  /** Offset of a DOM position, or the nearest one before it. */
  offsetOf(node: Node, offset: number): number;
  /** Finds the text and its context; of several matches the one nearest to `near`; null if none. */
  find(
    wanted: { before?: string | undefined; highlight: string; after?: string | undefined },
    near: number,
  ): TextRange | null;
}

const skippedElements = `script, style, template, title, rt, rp, [${oursMark}]`;

/** Builds the index of a document, or of one element. */
export const createTextIndex = (root: Document | HTMLElement): TextIndex => {
  const document = root.ownerDocument ?? root;
  const nodes: Text[] = [];
  const starts: number[] = [];
  let text = '';
  const walker = document.createTreeWalker(
    root === document ? document.body : root,
    NodeFilter.SHOW_TEXT,
  );
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    if (node.data === '' || node.parentElement?.closest(skippedElements)) continue;
    nodes.push(node);
    starts.push(text.length);
    text += node.data;
  }

  /** Index of the node that contains a character. */
  const nodeAt = (offset: number): number => {
    const behind = firstIndex(starts.length, (index) => (starts[index] ?? 0) > offset);
    return Math.max(0, behind - 1);
  };
  const setEnd = (range: Range, which: 'setStart' | 'setEnd', offset: number) => {
    const nodeIndex = nodeAt(which === 'setEnd' ? Math.max(0, offset - 1) : offset);
    const node = nodes[nodeIndex];
    if (node) range[which](node, clamp(offset - (starts[nodeIndex] ?? 0), 0, node.length));
  };

  return {
    text,
    nodes,
    starts,
    rangeOf({ start, end }) {
      const range = document.createRange();
      setEnd(range, 'setStart', start);
      setEnd(range, 'setEnd', Math.max(start, end));
      return range;
    },
    offsetOf(node, offset) {
      const exact = nodes.indexOf(node as Text);
      if (exact >= 0) return (starts[exact] ?? 0) + offset;
      const range = document.createRange();
      range.setStart(node, offset);
      // The first text node at or after the position.
      const next = firstIndex(nodes.length, (index) => {
        const candidate = nodes[index];
        return candidate !== undefined && range.comparePoint(candidate, 0) >= 0;
      });
      return starts[next] ?? text.length;
    },
    find: ({ before = '', highlight, after = '' }, near) => {
      const hits = [...text.matchAll(looseExpression(highlight))].map(({ index, 0: hit }) => ({
        start: index,
        end: index + hit.length,
      }));
      const squeezed = (piece: string) => piece.replace(/\s+/g, '');
      const fits = ({ start, end }: TextRange): number => {
        const around = 24;
        const ahead = squeezed(text.slice(Math.max(0, start - 2 * around), start));
        const behind = squeezed(text.slice(end, end + 2 * around));
        const tail = squeezed(before).slice(-8);
        const head = squeezed(after).slice(0, 8);
        return Number(ahead.endsWith(tail)) + Number(behind.startsWith(head));
      };
      const ranked = hits.sort(
        (a, b) => fits(b) - fits(a) || Math.abs(a.start - near) - Math.abs(b.start - near),
      );
      return ranked[0] ?? null;
    },
  };
};

/**
 * Binary search: the first index for which `isThere` holds, if it holds for all later ones;
 * `length` if for none.
 */
export const firstIndex = (length: number, isThere: (index: number) => boolean): number => {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isThere(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** A pattern that matches the words with any whitespace between them. */
export const looseExpression = (text: string, flags = 'gu'): RegExp => {
  const words = text.trim().split(/\s+/).map(escapeExpression);
  return new RegExp(words.join('\\s+'), flags);
};

const escapeExpression = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
