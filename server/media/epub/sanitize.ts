import { setImmediate as pause } from 'node:timers/promises';

import { createMarkupParser } from './markup-parser.ts';
import { createSafeWriter } from './safe-writer.ts';
import { xmlSource } from './xml.ts';

export interface SanitizeOptions {
  /** Path of the file in the container. */
  path: string;
  /** Read as HTML, which closes elements by itself; the result is XHTML all the same. */
  html: boolean;
}

/**
 * An XHTML, SVG or other XML file without anything that runs, leaves the book or loads from elsewhere, and
 * well-formed whatever it was: an allowance of elements would lose what books are made of, so what is
 * known to act is taken out. Works in slices, so that other requests are answered meanwhile.
 */
export const sanitize = async (bytes: Buffer, options: SanitizeOptions): Promise<string> => {
  const writer = createSafeWriter(options.path);
  const parser = createMarkupParser(
    { onopentag: writer.open, onclosetag: writer.close, ontext: writer.text },
    { xmlMode: !options.html, lowerCaseAttributeNames: options.html },
  );
  for (const slice of slices(sourceOf(bytes, options))) {
    parser.write(slice);
    await pause();
  }
  parser.end();
  return writer.result();
};

/** HTML may leave out its root, XML not. */
const sourceOf = (bytes: Buffer, { html }: SanitizeOptions): string => {
  const source = xmlSource(bytes);
  return html && !/<html[\s>]/i.test(source) ? `<html><body>${source}</body></html>` : source;
};

/** Characters that are parsed at a time: a few milliseconds' work. */
const sliceLength = 16 * 1024;

/** Pieces of a text, none ending within a character. */
function* slices(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    let end = Math.min(text.length, start + sliceLength);
    const last = text.charCodeAt(end - 1);
    if (end < text.length && last >= 0xd800 && last < 0xdc00) end -= 1;
    yield text.slice(start, end);
    start = end;
  }
}
