import { splitHref } from './locator.ts';
import { fetchPart } from './part-document.ts';
import { createTextIndex } from './text-index.ts';

/** A note that a link leads to. */
export interface Footnote {
  href: string;
  text: string;
}

/** Longer texts are passages, not notes, and are opened in the book (characters). */
const longest = 4000;
/** Signs of a note in a text, such as `12`, `[3]`, `*` and `†`. */
const sign = /^[[(]?(?:\d{1,4}|[a-z]|[ivxlc]+|[*†‡§¶]+)[\])]?$/i;

const typeOf = (element: Element): string =>
  `${element.getAttribute('epub:type') ?? ''} ${element.getAttribute('role') ?? ''}`;

/** Whether a link refers to a note: it says so, or is a superscript sign. */
export const isNoteLink = (link: Element): boolean =>
  /\b(?:doc-)?noteref\b/.test(typeOf(link)) ||
  ((link.closest('sup') ?? link.querySelector('sup')) !== null &&
    sign.test(link.textContent.trim()));

/** The note at an address; null if there is none, or something else than a note. */
export const readFootnote = async (href: string, signal: AbortSignal): Promise<Footnote | null> => {
  const { part, id } = splitHref(href);
  if (id === null) return null;
  try {
    const root = await fetchPart(part, signal);
    const target = root.ownerDocument.getElementById(id);
    const note = target?.closest<HTMLElement>('aside, li, dd, p, div, td, h1, h2, h3, h4, h5, h6');
    if (!note || /^h\d$/.test(note.localName)) return null;
    for (const back of note.querySelectorAll('a')) {
      if (
        /\b(?:doc-)?backlink\b/.test(typeOf(back)) ||
        /^(?:[↩↑^\s]|\ufe0e)+$/.test(back.textContent)
      )
        back.remove();
    }
    const paragraphs = [...note.querySelectorAll<HTMLElement>('p')];
    const text = (paragraphs.length > 0 ? paragraphs : [note])
      .map((element) => createTextIndex(element).text.replace(/\s+/g, ' ').trim())
      .join('\n');
    return text === '' || text.length > longest ? null : { href, text };
  } catch {
    // The link is followed instead, which says why.
    return null;
  }
};
