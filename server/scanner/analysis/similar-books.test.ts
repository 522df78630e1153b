import { cpSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';

import sharp, { type Sharp } from 'sharp';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';

import { hashDistance, pageHash } from '../../media/page-hash.ts';
import { createTestLibrary, type TestLibrary } from '../../testing/library.ts';
import { readWithYauzl } from '../../testing/second-zip-reader.ts';
import { writeCbz } from '../../testing/zip.ts';
import { findSamePages, groupSimilar, sampleOf } from './similar-books.ts';

const fixtures = join(import.meta.dirname, '../../../../shared/fixtures');

/** The pages of a comic, in order. */
const pagesOf = async (path: string) => {
  const reading = await readWithYauzl(readFileSync(path));
  if ('refused' in reading) throw new Error(reading.refused);
  return reading.entries.flatMap(({ name, content }) =>
    name?.endsWith('.jpg') && typeof content !== 'string' ? [{ name, data: content }] : [],
  );
};

/** A deterministic noise image for a seed, of more or fewer details as pages have. */
const drawing = (seed: number) => {
  let state = seed * 7919 + 1;
  const width = 6 + ((seed * 11) % 19);
  const height = Math.round(width * 1.5);
  const pixels = Buffer.alloc(width * height);
  for (let index = 0; index < pixels.length; index++) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    pixels[index] = state >> 16;
  }
  return sharp(pixels, { raw: { width, height, channels: 1 } });
};
const scanOf = (seed: number, width: number, kind: 'jpeg' | 'webp', quality: number) =>
  drawing(seed)
    .resize(width, Math.round(width * 1.5), { kernel: 'cubic' })
    .toFormat(kind, { quality })
    .toBuffer();

describe('the hash of a page', () => {
  it('is nearly the same for another size, format and quality, and far from other pages', async () => {
    const [first, two, other] = await Promise.all(
      [scanOf(4, 900, 'jpeg', 90), scanOf(4, 400, 'webp', 50), scanOf(23, 900, 'jpeg', 90)].map(
        async (bytes) => (await pageHash(await bytes)) ?? '',
      ),
    );
    expect(first).toMatch(/^[0-9a-f]{16}$/);
    expect(hashDistance(first ?? '', two ?? '')).toBeLessThanOrEqual(6);
    expect(hashDistance(first ?? '', other ?? '')).toBeGreaterThan(12);
  });

  it('is none for a blank page and for what is no image', async () => {
    const blank = sharp({ create: { width: 60, height: 90, channels: 3, background: '#fff' } });
    expect(await pageHash(await blank.png().toBuffer())).toBeNull();
    expect(await pageHash(Buffer.from('no image'))).toBeNull();
  });

  test('distances count every bit', () => {
    expect(hashDistance('0000000000000000', 'ffffffffffffffff')).toBe(64);
    expect(hashDistance('8000000000000001', '0000000000000000')).toBe(2);
  });
});

describe('books that look alike', () => {
  const hashes = (from: number) =>
    Array.from({ length: 8 }, (_, index) =>
      ((BigInt(from + index + 1) * 0x9e3779b97f4a7c15n) & 0xffffffffffffffffn)
        .toString(16)
        .padStart(16, '0'),
    );
  /** Whether they show the same pages, and how many were asked for. */
  const compare = async (
    a: readonly (string | null)[],
    b: readonly (string | null)[],
    shifts = [0, -1, 1, -2, 2],
  ) => {
    let asked = 0;
    const idsAt = (list: readonly (string | null)[]) => (place: number) => {
      asked += 1;
      return Promise.resolve(list[place] ?? null);
    };
    return { alike: (await findSamePages(idsAt(a), idsAt(b), shifts)).length > 0, asked };
  };

  it('share most pages, also where one begins two pages earlier', async () => {
    expect(await compare(hashes(10), hashes(10))).toEqual({ alike: true, asked: 10 });
    expect(await compare(hashes(10), hashes(12))).toMatchObject({ alike: true });
    expect(await compare(hashes(10), hashes(14))).toMatchObject({ alike: false });
  });

  it('are not those that share a blank or a credits page only', async () => {
    const shared = hashes(900)[0] ?? '';
    const first = [shared, null, ...hashes(10).slice(2)];
    const two = [shared, null, ...hashes(300).slice(2)];
    expect(await compare(first, two)).toMatchObject({ alike: false });
  });

  it('are given up at the first page that differs too much', async () => {
    expect(await compare(hashes(10), hashes(500), [0])).toEqual({ alike: false, asked: 2 });
  });

  const book = (pk: number, id: string, content_hash: string, language: string | null = null) => ({
    ...{ pk, id, content_hash, language },
    ...{ filename: `${id}.cbz`, series_name: 'Saga', page_count: 20 },
  });

  it('have one name with those of the same content', () => {
    const names = groupSimilar(
      [
        book(1, 'i', 'a'),
        book(2, 'ii', 'b'),
        book(3, 'iii', 'b'),
        book(4, 'iv', 'c'),
        book(5, 'v', ''),
        book(6, 'vi', ''),
      ],
      [
        [1, 2],
        [5, 6],
      ],
    );
    expect(Object.fromEntries(names)).toEqual({ 1: 'a', 2: 'a', 3: 'a', 5: 'v', 6: 'v' });
  });

  it('are never grouped with another edition, not even through a third book', () => {
    const books = [book(1, 'i', 'a', 'en'), book(2, 'ii', 'b'), book(3, 'iii', 'c', 'ja')];
    const pairs = [
      [1, 2],
      [2, 3],
      [1, 3],
    ] as const;
    expect(Object.fromEntries(groupSimilar(books, pairs))).toEqual({ 1: 'a', 2: 'a' });
    const equal = [book(1, 'i', 'a', 'en'), book(2, 'ii', 'a', 'ja')];
    expect(Object.fromEntries(groupSimilar(equal, []))).toEqual({ 1: 'a', 2: 'a' });
  });

  test.each([
    [200, [40, 41, 42, 43, 44, 45, 46, 47]],
    [8, [0, 1, 2, 3, 4, 5, 6, 7]],
    [9, [1, 2, 3, 4, 5, 6, 7, 8]],
    [3, [0, 1, 2]],
    [0, []],
  ])('are sampled behind the first fifth of %i pages', (count, pages) => {
    expect(sampleOf(count)).toEqual(pages);
  });
});

describe('a search for duplicates', () => {
  let library: TestLibrary;
  beforeEach(() => {
    library = createTestLibrary();
  });
  afterEach(() => library.close());

  const addScan = async (
    path: string,
    seeds: number[],
    ...how: [number, 'jpeg' | 'webp', number]
  ) =>
    writeCbz(
      `${library.root}/${path}`,
      await Promise.all(
        seeds.map(async (seed, index) => ({
          name: `${String(index).padStart(3, '0')}.${how[1]}`,
          data: await scanOf(seed, ...how),
        })),
      ),
    );
  const groups = () =>
    library.database
      .prepare<[], string>(
        `SELECT group_concat(b.path, ' = ' ORDER BY b.path) FROM duplicate_groups g
         JOIN duplicate_members m ON m.group_pk = g.pk JOIN books b ON b.pk = m.book_pk
         GROUP BY g.pk`,
      )
      .pluck()
      .all();

  it('finds another scan of the same pages, and lets it go when it is replaced', async () => {
    const story = Array.from({ length: 12 }, (_, index) => index + 1);
    await addScan('A/good.cbz', story, 600, 'jpeg', 90);
    await addScan('A/small.cbz', [99, ...story], 300, 'webp', 60);
    await addScan(
      'A/next.cbz',
      story.map((seed) => seed + 50),
      600,
      'jpeg',
      90,
    );
    await library.scan();
    await library.analyze();
    await library.hash();
    expect(groups()).toEqual(['A/good.cbz = A/small.cbz']);

    await addScan(
      'A/small.cbz',
      story.map((seed) => seed + 200),
      300,
      'webp',
      60,
    );
    await library.scan();
    await library.analyze();
    await library.hash();
    expect(groups()).toEqual([]);
  });

  it('compares only new books, and those of an offline library when it is back', async () => {
    const story = Array.from({ length: 12 }, (_, index) => index + 1);
    const other = library.addLibrary('other');
    await addScan('A/good.cbz', story, 600, 'jpeg', 90);
    await addScan('../other/B/small.cbz', story, 300, 'webp', 60);
    for (const id of [library.id, other.id]) await library.scan('normal', { id });
    await library.analyze();
    const away = `${other.path} away`;
    renameSync(other.path, away);
    expect(await library.hash()).toMatchObject({ left_out: 1 });
    expect(groups()).toEqual([]);
    renameSync(away, other.path);
    expect(await library.hash()).toMatchObject({ left_out: 0 });
    expect(groups()).toEqual(['A/good.cbz = B/small.cbz']);
    const compared = 'SELECT count(*) FROM book_signatures WHERE compared = 1';
    expect(library.database.prepare(compared).pluck().get()).toBe(2);
  });

  it('calls a translation, a colouring and a longer PDF no duplicates', async () => {
    const comics = join(fixtures, 'library/Comics/Pepper & Carrot');
    const english = join(comics, 'Pepper & Carrot 006 - The Potion Contest (2015).cbz');
    const japanese = join(
      fixtures,
      'library/Manga/Pepper & Carrot (JA)/Pepper & Carrot (JA) 第06話.cbz',
    );
    const pdf = join(fixtures, 'library/PDF/Pepper & Carrot/Pepper & Carrot 006 (2015).pdf');
    const pages = await pagesOf(english);
    const changed = (change: (page: Sharp) => Sharp) =>
      Promise.all(
        pages.map(async ({ name, data }) => ({
          name,
          data: await change(sharp(data)).toBuffer(),
        })),
      );
    const put = (path: string) => join(library.root, path);
    mkdirSync(put('A'));
    cpSync(english, put('A/contest.cbz'));
    cpSync(pdf, put('A/contest.pdf'));
    // Only its pages show the language of this one.
    cpSync(japanese, put('A/contest two.cbz'));
    writeCbz(put('A/contest grey.cbz'), await changed((page) => page.greyscale()));
    writeCbz(
      put('A/contest small.cbz'),
      await changed((page) => page.resize({ width: 480 }).webp({ quality: 50 })),
    );
    await library.scan();
    await library.analyze();
    await library.hash();
    expect(groups()).toEqual(['A/contest small.cbz = A/contest.cbz']);
  });
});
