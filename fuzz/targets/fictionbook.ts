import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { epubOf } from '../../server/media/derived-epub/derive-epub.ts';
import { listFb2 } from '../../server/media/fb2/open-fb2.ts';
import { defaultLimits } from '../../server/media/limits.ts';
import { MediaError } from '../../server/media/media-error.ts';
import { must, type Target } from '../target.ts';

const sample = join(import.meta.dirname, '../../server/testing/ebooks/ledger.fb2');

/** FictionBooks: the metadata of their head, and the EPUB that is made from them. */
export const target: Target = {
  seeds: () => [readFileSync(sample)],
  tokens: [
    ...[
      '<section>',
      '</section>',
      '<title><p>',
      '<p>',
      '<poem><stanza><v>',
      '<table><tr><td colspan="',
    ],
    ...[
      '<a l:href="#n1" type="note">',
      '<image l:href="#img_0"/>',
      ' id="n1"',
      '<body name="notes">',
    ],
    ...[
      '<!DOCTYPE a [<!ENTITY b "c">]>',
      '&b;',
      '&nbsp;',
      '<binary id="x">',
      '<![CDATA[',
      '<script>',
    ],
    ...['encoding="windows-1251"', 'encoding="utf-16"', '<sequence name="', '\0', '\ud83d\ude00'],
  ],
  run: async (input) => {
    const read = (position: number, length: number) => input.subarray(position, position + length);
    try {
      const { title, authors } = listFb2(read);
      let size = 0;
      for await (const chunk of epubOf(read, input.length, defaultLimits)) size += chunk.length;
      must(size < 64 * (input.length + 4096), 'the EPUB is not much larger than the book');
      return `${title === null} ${authors.length} ${Math.round(Math.log2(size))}`;
    } catch (error) {
      if (error instanceof MediaError) return error.message;
      throw error;
    }
  },
};
