import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { epubOf } from '../../server/media/derived-epub/derive-epub.ts';
import { defaultLimits } from '../../server/media/limits.ts';
import { MediaError } from '../../server/media/media-error.ts';
import { listMobi } from '../../server/media/mobi/open-mobi.ts';
import { must, type Target } from '../target.ts';

const folder = join(import.meta.dirname, '../../server/testing/ebooks');

/** Of the EPUB: no real text grows that much. */
const largest = 16 * 1024 * 1024;

/** Kindle books: the metadata of their head, and the EPUB that is made from them. */
export const target: Target = {
  seeds: () => ['ledger.azw3', 'ledger-both.mobi'].map((name) => readFileSync(join(folder, name))),
  tokens: [
    ...['BOOKMOBI', 'MOBI', 'EXTH', 'INDX', 'TAGX', 'FDST', 'FONT', 'HUFF', 'CDIC', 'IDXT'],
    ...['kindle:pos:fid:0001:off:0000000000', 'kindle:embed:0001', 'kindle:flow:0001'],
    ...[
      'filepos=0000000100',
      'recindex="00001"',
      '<mbp:pagebreak/>',
      '</body>',
      '\xff\xff\xff\xff',
    ],
    ...['\0\0\0\0', '\x00\x00\x00\x79\x00\x00\x00\x0c', '<svg>', ' id="', '\x80\x0f'],
  ],
  run: async (input) => {
    const read = (position: number, length: number) => input.subarray(position, position + length);
    try {
      const { title, authors } = listMobi(read, input.length, defaultLimits);
      let size = 0;
      for await (const chunk of epubOf(read, input.length, defaultLimits)) size += chunk.length;
      must(size < largest, 'the EPUB is not much larger than the book');
      return `${title === null} ${authors.length} ${Math.round(Math.log2(size))}`;
    } catch (error) {
      if (error instanceof MediaError) return error.message;
      throw error;
    }
  },
};
