import { setImmediate as pause } from 'node:timers/promises';

import { slices } from '../../text/slices.ts';
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

/** The visible text of an XHTML file on one line, for search. Works in slices. */
export const runningText = async (xhtml: string): Promise<string> => {
  let text = '';
  let skipped = 0;
  let afterBlank = true;
  const add = (data: string) => {
    const flat = data.replace(/\s+/g, ' ');
    const part = afterBlank && flat.startsWith(' ') ? flat.slice(1) : flat;
    if (part === '') return;
    text += part;
    afterBlank = part.endsWith(' ');
  };
  const edge = (name: string) => {
    if (!inline.has(name)) add(' ');
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
        if (skipped === 0) add(data);
      },
    },
    { xmlMode: true },
  );
  for (const slice of slices(xhtml)) {
    parser.write(slice);
    await pause();
  }
  parser.end();
  return text.trimEnd();
};
