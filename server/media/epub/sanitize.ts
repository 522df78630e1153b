import { setImmediate as pause } from 'node:timers/promises';

import { slices } from '../../text/slices.ts';
import { createMarkupParser } from './markup-parser.ts';
import { createSafeWriter } from './xhtml-writer.ts';
import { xmlSource } from './xml.ts';

export interface SanitizeOptions {
  /** Path of the file in the container. */
  path: string;
  /** Parses as HTML, which closes elements implicitly; the output is XHTML either way. */
  html: boolean;
}

/**
 * Sanitizes an XHTML, SVG or other XML file: removes whatever runs, leaves the book or loads from
 * elsewhere, and makes it well-formed. Uses a denylist, because an allowlist of elements would lose
 * parts of real books. Works in slices, so that other requests are answered in between.
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

/** HTML can omit its root element, XML cannot. */
const sourceOf = (bytes: Buffer, { html }: SanitizeOptions): string => {
  const source = xmlSource(bytes);
  return html && !/<html[\s>]/i.test(source) ? `<html><body>${source}</body></html>` : source;
};
