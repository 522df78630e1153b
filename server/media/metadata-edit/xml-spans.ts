import { createMarkupParser } from '../epub/markup-parser.ts';

/** An element and its position in the text. */
export interface XmlSpan {
  /** As written, with its prefix. */
  name: string;
  attributes: Record<string, string>;
  /** From `<` … */
  start: number;
  /** … to the character after its end tag. */
  end: number;
  /** Its contents; null for an empty-element tag. */
  inner: { start: number; end: number } | null;
  children: XmlSpan[];
}

/** Deeper elements are left out: metadata is flat. */
const maxDepth = 6;

/**
 * The root element of an XML text with the positions of all elements, for changes that leave the rest as
 * it is. Null for a text with a document type or without a complete root element.
 */
export const readSpans = (text: string): XmlSpan | null => {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return null;
  const open: XmlSpan[] = [];
  let root: XmlSpan | null = null;
  const faults: string[] = [];
  const parser = createMarkupParser(
    {
      onopentag: (name, attributes) => {
        const start = parser.startIndex;
        const bounds = { start, end: parser.endIndex + 1 };
        const span: XmlSpan = { name, attributes, ...bounds, inner: null, children: [] };
        if (open.length < maxDepth) open.at(-1)?.children.push(span);
        if (open.length === 0 && root !== null) faults.push(name);
        open.push(span);
      },
      onclosetag: (name) => {
        const span = open.pop();
        if (span?.name !== name) {
          faults.push(name);
          return;
        }
        const isEmptyTag = text[span.end - 2] === '/' && parser.endIndex + 1 === span.end;
        if (!isEmptyTag) span.inner = { start: span.end, end: parser.startIndex };
        span.end = parser.endIndex + 1;
        if (open.length === 0) root ??= span;
      },
    },
    { xmlMode: true, recognizeSelfClosing: true },
  );
  parser.write(text);
  const isComplete = open.length === 0;
  parser.end();
  return faults.length > 0 || !isComplete ? null : root;
};

/** A change of a text: `start` to `end` becomes `text`. */
export interface Splice {
  start: number;
  end: number;
  text: string;
}

/** Applies changes that do not overlap; those at one position are inserted in their order. */
export const applySplices = (text: string, splices: readonly Splice[]): string => {
  let result = '';
  let position = 0;
  const inOrder = splices
    .map((splice, index) => ({ ...splice, index }))
    .sort((a, b) => a.start - b.start || a.index - b.index);
  for (const splice of inOrder) {
    result += text.slice(position, splice.start) + splice.text;
    position = Math.max(position, splice.end);
  }
  return result + text.slice(position);
};

/** The text as UTF-8 bytes, with a declaration that says so. */
export const toUtf8 = (text: string): Buffer =>
  Buffer.from(
    text
      .replace(/^\ufeff/, '')
      .replace(
        /^(<\?xml[^>]*?)\s+encoding=(["'])[^"']*\2/i,
        (_, before: string) => `${before} encoding="utf-8"`,
      ),
  );

/** The element with the white space before it, so that its line goes with it. */
export const withIndent = (text: string, { start, end }: { start: number; end: number }) => {
  let from = start;
  while (from > 0 && /\s/.test(text[from - 1] ?? '')) from -= 1;
  return { start: from, end };
};

/** The white space before an element, to write another one like it. */
export const indentOf = (text: string, start: number): string =>
  /\s*$/.exec(text.slice(Math.max(0, start - 200), start))?.[0] ?? '';
