import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';

import { previewLibrary } from '../../shared/api/library-preview.ts';
import { filterBooks } from '../../shared/api/books.ts';
import { listSeries } from '../../shared/api/series.ts';
import { parseName } from '../media/filename-parser/parse-name.ts';
import { startScannedLibrary } from '../testing/scanned-library.ts';
import { pngPage, writeCbz } from '../testing/zip.ts';

/** Decomposes a name like older Macs and many network drives. */
const nfd = (text: string) => text.normalize('NFD');

describe('names with decomposed letters', () => {
  let scanned: Awaited<ReturnType<typeof startScannedLibrary>>;
  beforeEach(async () => {
    scanned = await startScannedLibrary();
  });
  afterEach(() => scanned.stop());

  const decomposed = nfd(join('Ölüm Ülkesi', 'Ölüm Ülkesi 2.cbz'));

  it('are the same book as the composed ones of before, with its reader and its series', async () => {
    scanned.add('Ölüm Ülkesi/Ölüm Ülkesi 2.cbz', 'Zebra/Zebra 1.cbz');
    await scanned.scan();
    const before = await scanned.bookAt('Ölüm Ülkesi 2.cbz');
    scanned.rename('Ölüm Ülkesi/Ölüm Ülkesi 2.cbz', decomposed);
    await scanned.scan();
    const after = await scanned.bookAt(nfd('Ölüm Ülkesi 2.cbz'));
    expect(after.id).toBe(before.id);
    expect(after.title).toBe(before.title);
    expect(await scanned.books()).toHaveLength(2);
  });

  it('are found by either spelling, sorted among the others, and can be opened', async () => {
    scanned.add(decomposed, 'Öka/Öka 1.cbz', 'Zebra/Zebra 1.cbz', 'Opal/Opal 1.cbz');
    await scanned.scan();
    const { data } = await scanned.api.call(listSeries, { query: { sort: 'name' } });
    expect(data.map(({ name }) => name)).toEqual(['Öka', 'Ölüm Ülkesi', 'Opal', 'Zebra']);
    for (const search of ['ülkesi', nfd('Ülkesi'), 'ulkesi']) {
      const found = await scanned.api.call(filterBooks, { body: { fullTextSearch: search } });
      expect([search, found.data.map(({ path }) => path.endsWith(decomposed))]).toEqual([
        search,
        [true],
      ]);
    }
    const { id, path } = await scanned.bookAt(decomposed);
    const file = await scanned.octavo.request(`/books/${id}/file`);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(readFileSync(path));
    expect((await scanned.octavo.request(`/books/${id}/pages/1`)).status).toBe(200);
  });
});

describe('what a name says', () => {
  test.each(['마법소녀 3권.cbz', 'ガラスの仮面 第5巻.cbz', 'Café Übung #4 (2011).cbz'])(
    'is the same in either spelling: %s',
    (name) => {
      expect(parseName(nfd(name), [nfd('Bücher')])).toEqual(parseName(name, ['Bücher']));
    },
  );

  it('makes one series of files that came from a Mac and from a PC', async () => {
    const scanned = await startScannedLibrary('flat');
    try {
      scanned.add('Astérix 1.cbz', nfd('Astérix 2.cbz'));
      writeCbz(
        join(scanned.root, '3.cbz'),
        [{ name: '1.png', data: pngPage() }],
        `<Series>${nfd('Astérix')}</Series>`,
      );
      await scanned.scan();
      const { data } = await scanned.api.call(listSeries);
      expect(data.map(({ name, book_count }) => [name, book_count])).toEqual([['Astérix', 3]]);
    } finally {
      await scanned.stop();
    }
  });
});

it('files that macOS and others leave beside the books are ignored', async () => {
  const scanned = await startScannedLibrary();
  try {
    scanned.add('Saga/Saga 1.cbz');
    const junk = ['.Spotlight-V100', '.Trashes', '.fseventsd', '.TemporaryItems', '__MACOSX'];
    for (const folder of [...junk, '$Recycle.Bin', 'SYSTEM VOLUME INFORMATION']) {
      scanned.add(`${folder}/Lost 1.cbz`);
    }
    for (const name of ['.DS_Store', '._Saga 1.cbz', '.localized']) {
      writeFileSync(join(scanned.root, 'Saga', name), 'Mac OS X');
    }
    mkdirSync(join(scanned.root, 'Pages'));
    for (const name of ['1.png', '2.png', '._1.png', '._2.png']) {
      writeFileSync(join(scanned.root, 'Pages', name), pngPage());
    }
    await scanned.scan();
    const books = await scanned.books();
    expect(books.map(({ filename, page_count }) => [filename, page_count]).sort()).toEqual([
      ['Pages', 2],
      ['Saga 1.cbz', 2],
    ]);
    expect(await scanned.errors()).toEqual([]);
    const body = { paths: [scanned.root] };
    const { folders } = await scanned.api.call(previewLibrary, { body });
    expect(folders[0]?.book_count).toBe(2);
  } finally {
    await scanned.stop();
  }
});
