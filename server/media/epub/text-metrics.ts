import { createMarkupParser, localNameOf } from './markup-parser.ts';
import { xmlSource } from './xml.ts';

export interface TextFacts {
  /** Visible text with whitespace collapsed, in UTF-16 code units. */
  characters: number;
  /** Image addresses as written, in order. */
  images: string[];
}

const skippedElements = new Set([
  'head',
  'title',
  'script',
  'style',
  'template',
  'desc',
  'metadata',
]);

const imageIn = (name: string, attributes: Record<string, string>): string | undefined => {
  if (name === 'img') return attributes['src'];
  if (name === 'image') return attributes['href'] ?? attributes['xlink:href'];
  return name === 'object' && /^image\//.test(attributes['type'] ?? '')
    ? attributes['data']
    : undefined;
};

/** Counts the text of an XHTML or SVG file and finds its images; well-formed or not. */
export const readTextFacts = (bytes: Buffer): TextFacts => {
  const images: string[] = [];
  let characters = 0;
  let skipped = 0;
  let afterBlank = true as boolean;
  const parser = createMarkupParser(
    {
      onopentag: (full, attributes) => {
        const name = localNameOf(full);
        if (skippedElements.has(name)) skipped += 1;
        const image = skipped > 0 ? undefined : imageIn(name, attributes);
        if (image !== undefined) images.push(image);
      },
      onclosetag: (full) => {
        if (skippedElements.has(localNameOf(full))) skipped -= 1;
      },
      ontext: (data) => {
        if (skipped > 0) return;
        const text = data.replace(/\s+/g, ' ');
        if (text === '') return;
        characters += text.length - (afterBlank && text.startsWith(' ') ? 1 : 0);
        afterBlank = text.endsWith(' ');
      },
    },
    { xmlMode: true },
  );
  parser.end(xmlSource(bytes));
  const trailing = afterBlank ? 1 : 0;
  return { characters: Math.max(0, characters - trailing), images };
};
