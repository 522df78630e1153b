import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it, test } from 'vitest';

import { mobiRecord, palmDatabase } from '../../testing/palm-database.ts';
import { readDerived, textOfHtml } from '../../testing/derived-book.ts';
import { pngPage } from '../../testing/zip.ts';
import { epubOf } from '../derived-epub/derive-epub.ts';
import { openBook } from '../formats/open-book.ts';
import { defaultLimits } from '../limits.ts';
import { MediaError } from '../media-error.ts';
import { createHuffman, unpackPalmDoc, withoutTrailers } from './decompress.ts';
import { listMobi } from './open-mobi.ts';

const folder = join(import.meta.dirname, '../../testing/ebooks');
const kf8 = readFileSync(join(folder, 'ledger.azw3'));
const both = readFileSync(join(folder, 'ledger-both.mobi'));
/** Without the number of the KF8 header, the same file is a MOBI 6. */
const old = Buffer.from(both);
const boundary = Buffer.from('00000079' + '0000000c', 'hex');
old.writeUInt32BE(0xffffffff, old.indexOf(boundary) + boundary.length);

const source = textOfHtml(readFileSync(join(folder, 'source/ledger.html'), 'utf8'));

const readAt = (file: Buffer) => (position: number, length: number) =>
  file.subarray(position, position + length);
const list = (file: Buffer) => listMobi(readAt(file), file.length, defaultLimits);
const derive = (file: Buffer) => readDerived(epubOf(readAt(file), file.length, defaultLimits));

const versions = [
  ['KF8', kf8],
  ['the KF8 of a file with both versions', both],
  ['MOBI 6', old],
] as const;

describe.each(versions)('%s', (_, file) => {
  it('has its metadata in its head', () => {
    expect(list(file.subarray(0, file.length))).toMatchObject({
      title: 'The Ledger of Grey Point',
      authors: [
        { name: 'Ada Fenwick', role: 'writer' },
        { name: 'Jun Ōta', role: 'writer' },
      ],
      publisher: 'Harbour Press',
      release_date: '2019-05-04',
      language: 'en',
      isbn: '9783161484100',
      genres: ['Fiction', 'Lighthouses'],
      summary: "A keeper's book.",
      layout: 'reflowable',
    });
  });

  it('becomes an EPUB with the same text, pictures and contents', async () => {
    const book = await derive(file);
    expect(book.text).toBe(source);
    expect(book.brokenLinks).toEqual([]);
    expect(book.contents).toEqual([
      'The Ledger of Grey Point',
      'Weather',
      'The storm of the cabbages',
      'Ships',
      'What it cost',
    ]);
    expect(book.listing.publication.cover).toMatch(/^image/);
    expect(book.links).toEqual(expect.arrayContaining(['weather', 'ships', 'what it cost', '1']));
    expect(book.pictures).toBe(1);
  });

  it('becomes the same EPUB each time, byte for byte', async () => {
    expect((await derive(file)).bytes.equals((await derive(file)).bytes)).toBe(true);
  });
});

it('prefers the KF8 of a file with both versions', async () => {
  expect((await derive(both)).names).toContain('flow0001.css');
  expect((await derive(old)).names.filter((name) => name.endsWith('.css'))).toEqual([]);
});

describe('a MOBI 6', () => {
  const markup =
    '<html><head><guide><reference type="toc" filepos=0000000150 /></guide></head><body>' +
    '<p height="1em" width="2em">Gr\xfc\xdfe <img recindex="00001"></p><mbp:pagebreak/>' +
    '<a filepos=0000000085>Zur\xfcck</a><p>Ende</p></body></html>';
  const text = Buffer.from(markup, 'latin1');
  const book = (values: [number, Buffer][] = []) =>
    palmDatabase([mobiRecord({ encoding: 1252, values }), text, pngPage(20, 30)]);

  it('is read in Windows-1252, with margins, pictures and the contents of its own page', async () => {
    const { text: shown, contents, brokenLinks, files, pictures } = await derive(book());
    expect([shown, contents, brokenLinks, pictures]).toEqual([
      'Grüße ZurückEnde',
      ['Zurück'],
      [],
      1,
    ]);
    expect(files.get('part0001.xhtml')).toContain('style="margin-top: 1em; text-indent: 2em"');
  });

  it('has the language of its header, a cover by its number, and Amazon’s number', async () => {
    const cover = Buffer.alloc(4);
    const file = book([
      [201, cover],
      [504, Buffer.from('B00ABCDEF0')],
    ]);
    expect(list(file)).toMatchObject({
      language: 'de',
      identifiers: [{ type: 'mobi-asin', value: 'B00ABCDEF0' }],
    });
    expect((await derive(file)).listing.cover?.filename).toBe('image00001.png');
  });
});

describe('compression', () => {
  it('of PalmDOC: literals, spaces, repetitions', () => {
    const packed = Buffer.from([0x02, 0x80, 0x81, 0x61, 0xe2, 0x80, 0x11]);
    expect(unpackPalmDoc(packed).toString('latin1')).toBe('\x80\x81a b b b');
  });

  /** Each byte is the code of a phrase: 8 bits long. */
  const huffman = (phrases: readonly [text: string, isPacked?: boolean][]) => {
    const huff = Buffer.alloc(24 + 256 * 4 + 64 * 4);
    huff.write('HUFF', 0, 'latin1');
    huff.writeUInt32BE(24, 8);
    huff.writeUInt32BE(24 + 1024, 12);
    for (let byte = 0; byte < 256; byte += 1) {
      huff.writeUInt32BE(((255 << 8) | 0x80 | 8) >>> 0, 24 + byte * 4);
    }
    const entries = phrases.map(([phrase, isPacked = false]) => {
      const bytes = Buffer.from(phrase, 'latin1');
      const head = Buffer.alloc(2);
      head.writeUInt16BE(bytes.length | (isPacked ? 0 : 0x8000));
      return Buffer.concat([head, bytes]);
    });
    const cdic = Buffer.alloc(16 + entries.length * 2);
    cdic.write('CDIC', 0, 'latin1');
    cdic.writeUInt32BE(16, 4);
    cdic.writeUInt32BE(entries.length, 8);
    cdic.writeUInt32BE(8, 12);
    let offset = entries.length * 2;
    for (const [index, entry] of entries.entries()) {
      cdic.writeUInt16BE(offset, 16 + index * 2);
      offset += entry.length;
    }
    return createHuffman(huff, [Buffer.concat([cdic, ...entries])]);
  };
  /** The code of a phrase by its number. */
  const codes = (...numbers: number[]) =>
    String.fromCharCode(...numbers.map((index) => 255 - index));
  const bytes = (text: string) => Buffer.from(text, 'latin1');

  it('of HUFF/CDIC: phrases, some of which consist of others', () => {
    const unpack = huffman([['fog '], ['and '], [codes(0, 1, 0), true]]);
    expect(unpack(bytes(codes(2, 1, 0))).toString()).toBe('fog and fog and fog ');
  });

  it('of HUFF/CDIC refuses a phrase that contains itself, and one that grows without end', () => {
    expect(() => huffman([[codes(0), true]])(bytes(codes(0)))).toThrow(MediaError);
    const doubling = Array.from({ length: 30 }, (_, index): [string, boolean] => [
      codes(index + 1, index + 1),
      true,
    ]);
    expect(() => huffman([...doubling, ['fog ']])(bytes(codes(0)))).toThrow(MediaError);
  });

  it('leaves out what follows the text of a record', () => {
    const record = Buffer.from([...Buffer.from('text'), 0xc3, 0x00, 9, 9, 0x83]);
    expect(withoutTrailers(record, 0b11).toString('latin1')).toBe('text\xc3');
    expect(() => withoutTrailers(Buffer.from([0xff]), 0b10)).toThrow(MediaError);
  });
});

describe('a hostile file', () => {
  /** The result: an EPUB, or a sentence for its owner. Any other error fails the test. */
  const outcome = async (file: Buffer): Promise<string> => {
    try {
      list(file);
      await derive(file);
      return 'an EPUB';
    } catch (error) {
      if (error instanceof MediaError) return error.message;
      throw error;
    }
  };
  const damaged = 'The Kindle book is damaged. Copy or download the file again.';

  test.each(versions)(
    '%s cut off at any place is damaged, or lacks pictures',
    async (_, file) => {
      for (let length = 0; length < file.length; length += 64) {
        expect(['an EPUB', damaged]).toContain(await outcome(file.subarray(0, length)));
      }
    },
    60_000,
  );

  test.each(versions)(
    '%s with wrong numbers is damaged, or shows what it can',
    async (_, file) => {
      const start = file.readUInt32BE(78);
      for (const number of [0, 0xffffffff]) {
        for (let offset = start; offset < start + 300; offset += 4) {
          const other = Buffer.from(file);
          other.writeUInt32BE(number, offset);
          expect((await outcome(other)).length).toBeGreaterThan(0);
        }
      }
    },
    60_000,
  );

  it('under DRM says what to do', async () => {
    const drm =
      'The book is protected by DRM, so only the app that it was bought for can open it. Get a copy without DRM.';
    expect(await outcome(palmDatabase([mobiRecord({ encryption: 2 })]))).toBe(drm);
  });

  test.each([
    ['Topaz', 'TPZ0'],
    ['KFX', 'CONT\x02\0'],
    ['KFX under DRM', '\xeaDRMION\xee'],
  ])('in %s says that only Amazon’s apps read it', async (_, magic) => {
    const dir = mkdtempSync(join(tmpdir(), 'octavo-kindle-'));
    const path = join(dir, 'book.azw');
    writeFileSync(path, Buffer.concat([Buffer.from(magic, 'latin1'), Buffer.alloc(2000, 7)]));
    const { format, error } = await openBook(path, statSync(path).size);
    expect([format, error]).toEqual([
      'mobi',
      'This book is in a format that only Amazon’s apps can open. Get a copy without DRM as EPUB, AZW3 or MOBI.',
    ]);
    rmSync(dir, { recursive: true });
  });

  it('that unpacks to more than a book can have is refused', async () => {
    const record = Buffer.from([
      1,
      0x61,
      ...Array.from({ length: 2000 }, () => [0x80, 0x0f]).flat(),
    ]);
    const count = 8000;
    const file = palmDatabase([
      mobiRecord({ compression: 2, textRecords: count }),
      ...Array.from({ length: count }, () => record),
    ]);
    expect(await outcome(file)).toBe('The book is too large to be read. Get it as an EPUB.');
  });

  it('that is compressed in an unknown way is refused', async () => {
    const file = palmDatabase([mobiRecord({ compression: 99 }), Buffer.from('text')]);
    expect(await outcome(file)).toContain('unknown way');
  });
});
