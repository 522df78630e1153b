import type { ShownText } from '../engine/book-engine.ts';
import { isNoteLink } from '../engine/footnotes.ts';
import { addText, addWords, emptyParagraph, sentencesIn, type Sentence } from './sentences.ts';

const xml = 'http://www.w3.org/XML/1998/namespace';
/** Page numbers of the printed book are part of the markup, not of the text. */
const silent = '[aria-hidden="true"], [role="doc-pagebreak"], [*|type~="pagebreak"]';

/**
 * The sentences of a part in the order of reading: what is visible, with the descriptions of its
 * pictures, without the signs of notes. The text index already leaves out the readings of ruby.
 */
export const sentencesOf = ({ part, index }: Pick<ShownText, 'part' | 'index'>): Sentence[] => {
  const { document, window } = part;
  const sentences: Sentence[] = [];
  let block: Element = document.documentElement;
  let paragraph = emptyParagraph('');
  let next = 0;

  const finish = () => {
    sentences.push(...sentencesIn(paragraph));
    paragraph = emptyParagraph('');
  };
  /** Begins a paragraph if an element is in another block than the text before it. */
  const enter = (element: Element) => {
    const around = blockAround(element);
    if (around !== block) finish();
    block = around;
    if (paragraph.text.trim() === '') paragraph = emptyParagraph(languageOf(element));
  };
  const blockAround = remembered((element: Element): Element => {
    const isInline = /^(?:inline|ruby|contents)/.test(window.getComputedStyle(element).display);
    return isInline && element.parentElement ? blockAround(element.parentElement) : element;
  });
  const isSilent = remembered(
    (element: Element): boolean =>
      element.closest(silent) !== null ||
      !element.checkVisibility() ||
      window.getComputedStyle(element).visibility !== 'visible' ||
      isSign(element.closest('a')),
  );

  const walker = document.createTreeWalker(
    document.body,
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
  );
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    if (node === index.nodes[next]) {
      const text = node as Text;
      const offset = index.starts[next] ?? 0;
      next += 1;
      if (!text.parentElement || isSilent(text.parentElement)) continue;
      // White space between blocks belongs to none of them.
      if (text.data.trim() === '' && blockAround(text.parentElement) !== block) continue;
      enter(text.parentElement);
      addText(paragraph, text.data, offset);
    } else if (node.nodeType === Node.ELEMENT_NODE) {
      const words = wordsOf(node as Element);
      if (words === '' || isSilent(node as Element)) continue;
      enter(node as Element);
      addWords(paragraph, words, index.starts[next] ?? index.text.length);
    }
  }
  finish();
  return sentences;
};

/** Spoken in place of an element: the description of a picture, or a pause. */
const wordsOf = (element: Element): string => {
  if (element.localName === 'br') return ' ';
  return element.localName === 'img' ? (element.getAttribute('alt')?.trim() ?? '') : '';
};

const isSign = (link: Element | null): boolean => link !== null && isNoteLink(link);

const languageOf = (element: Element): string => {
  const holder = element.closest('[*|lang]');
  return holder?.getAttribute('lang') ?? holder?.getAttributeNS(xml, 'lang') ?? '';
};

/** Many texts have the same element around them. */
const remembered = <Result>(read: (element: Element) => Result) => {
  const known = new Map<Element, Result>();
  return (element: Element): Result => {
    const before = known.get(element);
    if (before !== undefined) return before;
    const result = read(element);
    known.set(element, result);
    return result;
  };
};
