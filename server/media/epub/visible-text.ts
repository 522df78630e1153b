import { createMarkupParser, localNameOf } from './markup-parser.ts';

const skippedElements = new Set([
  'head',
  'script',
  'style',
  'template',
  'title',
  'rt',
  'rp',
  'metadata',
]);
/** Inline elements; all others separate words. */
const inline = new Set(
  'a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q ruby rb s samp small span strong sub sup tt u var wbr'.split(
    ' ',
  ),
);

/** The visible text of an XHTML file on one line, for search. */
export const runningText = (xhtml: string): string => {
  let text = '';
  let skipped = 0;
  const edge = (name: string) => {
    if (!inline.has(name)) text += ' ';
  };
  const parser = createMarkupParser(
    {
      onopentag: (full) => {
        const name = localNameOf(full);
        if (skippedElements.has(name)) skipped += 1;
        edge(name);
      },
      onclosetag: (full) => {
        const name = localNameOf(full);
        if (skippedElements.has(name)) skipped -= 1;
        edge(name);
      },
      ontext: (data) => {
        if (skipped === 0) text += data;
      },
    },
    { xmlMode: true },
  );
  parser.end(xhtml);
  return text.replace(/\s+/g, ' ').trim();
};
