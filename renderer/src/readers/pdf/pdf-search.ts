import type { Locator } from '../epub/engine/locator.ts';
import { looseExpression } from '../epub/engine/text-index.ts';
import type { SearchResults } from '../shell/find-panel.tsx';
import type { PDFDocumentProxy } from './pdf-js.ts';
import { pdfLocator } from './pdf-position.ts';

/** A search hit. */
export interface PdfHit extends Locator {
  locations: Locator['locations'] & { position: number; totalProgression: number };
  text: { before: string; highlight: string; after: string };
}

/** Maximum number of hits. */
const maxHits = 500;
/** Characters of context around a hit. */
const around = 60;
/** Words cut off at the ends of a snippet; languages without spaces have none. */
const brokenStart = /^\S{0,20}\s/;
const brokenEnd = /\s\S{0,20}$/;

/**
 * A page's text with the offsets of `pdf-text.ts`, and the searched text, in which a space replaces
 * each line break.
 */
interface PageText {
  text: string;
  /**
   * Start of each line in the searched text; the inserted spaces before it are not counted in
   * offsets.
   */
  lines: readonly number[];
}

/** Searches the pages of a document in order; the text of each page is cached. */
export const createPdfSearch = (pdf: PDFDocumentProxy, bookId: string) => {
  const texts = new Map<number, Promise<PageText>>();

  const textOf = (page: number): Promise<PageText> => {
    const text = texts.get(page) ?? readText(pdf, page);
    texts.set(page, text);
    return text;
  };

  return async (
    words: string,
    isCaseKept: boolean,
    signal: AbortSignal,
  ): Promise<SearchResults<PdfHit>> => {
    const expression = looseExpression(words, isCaseKept ? 'gu' : 'giu');
    const results: PdfHit[] = [];
    for (let page = 1; page <= pdf.numPages; page += 1) {
      signal.throwIfAborted();
      const { text, lines } = await textOf(page);
      for (const { index, 0: hit } of text.matchAll(expression)) {
        if (results.length === maxHits) return { results, is_complete: false };
        const end = index + hit.length;
        const stretch = { start: uncounted(lines, index), end: uncounted(lines, end) };
        results.push({
          ...pdfLocator(bookId, pdf.numPages, { page, share: 0, stretch }),
          text: {
            before: textBefore(text, index),
            highlight: hit,
            after: textAfter(text, end),
          },
        });
      }
    }
    return { results, is_complete: true };
  };
};

const readText = async (pdf: PDFDocumentProxy, number: number): Promise<PageText> => {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent({ disableNormalization: true });
  let text = '';
  const lines: number[] = [];
  for (const item of items) {
    if (!('str' in item)) continue;
    text += item.str;
    if (item.hasEOL) {
      text += ' ';
      lines.push(text.length);
    }
  }
  return { text, lines };
};

/** Converts an offset in the searched text to one without the inserted spaces. */
const uncounted = (lines: readonly number[], offset: number): number =>
  offset - lines.filter((line) => line <= offset).length;

const textBefore = (text: string, index: number): string =>
  index <= around
    ? text.slice(0, index)
    : text.slice(index - around, index).replace(brokenStart, '… ');

const textAfter = (text: string, end: number): string =>
  end + around >= text.length
    ? text.slice(end)
    : text.slice(end, end + around).replace(brokenEnd, ' …');
