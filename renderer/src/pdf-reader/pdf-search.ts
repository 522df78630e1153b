import type { Locator } from '../books/locator.ts';
import { looseExpression } from '../books/text-index.ts';
import type { Found } from '../text-reader/find-panel.tsx';
import type { PDFDocumentProxy } from './pdf-js.ts';
import { pdfLocator } from './pdf-place.ts';

/** A place where the words stand. */
export interface PdfHit extends Locator {
  locations: Locator['locations'] & { position: number; totalProgression: number };
  text: { before: string; highlight: string; after: string };
}

/** More than a person looks through. */
const mostHits = 500;
/** Characters around a hit. */
const around = 60;
/** Words that were cut off where a snippet begins or ends; languages without blanks have none. */
const brokenStart = /^\S{0,20}\s/;
const brokenEnd = /\s\S{0,20}$/;

/**
 * The text of a page as `pdf-text.ts` counts its characters, and what is searched in: a blank stands for
 * the end of a line.
 */
interface PageText {
  text: string;
  /** Of each line, where it begins in the text; before it lie as many ends that are not counted. */
  lines: readonly number[];
}

/** Finds words in the pages of a document, one after the other; a page is read once. */
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
  ): Promise<Found<PdfHit>> => {
    const expression = looseExpression(words, isCaseKept ? 'gu' : 'giu');
    const results: PdfHit[] = [];
    for (let page = 1; page <= pdf.numPages; page += 1) {
      signal.throwIfAborted();
      const { text, lines } = await textOf(page);
      for (const { index, 0: hit } of text.matchAll(expression)) {
        if (results.length === mostHits) return { results, is_complete: false };
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

/** The same character, counted without the blanks that stand for ends of lines. */
const uncounted = (lines: readonly number[], at: number): number =>
  at - lines.filter((line) => line <= at).length;

const textBefore = (text: string, index: number): string =>
  index <= around
    ? text.slice(0, index)
    : text.slice(index - around, index).replace(brokenStart, '… ');

const textAfter = (text: string, end: number): string =>
  end + around >= text.length
    ? text.slice(end)
    : text.slice(end, end + around).replace(brokenEnd, ' …');
