import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { createTestLibrary, type TestLibrary } from '../../testing/library.ts';
import { pngPage, writeCbz } from '../../testing/zip.ts';

let library: TestLibrary;
beforeEach(() => {
  library = createTestLibrary();
});
afterEach(() => library.close());

const pathOf = (path: string) => join(library.root, path);
const add = (path: string, comicInfo?: string) => writeCbz(pathOf(path), 2, comicInfo);
const writeSidecar = (folder: string, metadata: object, seconds = 1) => {
  mkdirSync(dirname(pathOf(`${folder}/x`)), { recursive: true });
  writeFileSync(pathOf(`${folder}/series.json`), JSON.stringify({ metadata }));
  utimesSync(pathOf(`${folder}/series.json`), seconds, seconds);
};
const seriesAt = (path: string) => {
  const row = library.database.prepare('SELECT * FROM series WHERE path = ?').get(path);
  return row as Record<string, unknown>;
};

it('takes the reading direction that at least half of the books state', async () => {
  const rtl = '<Manga>YesAndRightToLeft</Manga>';
  add('Manga/1.cbz', rtl);
  add('Manga/2.cbz', rtl);
  add('Manga/3.cbz');
  for (const number of [1, 2, 3, 4]) add(`Comic/${number}.cbz`, number === 3 ? rtl : undefined);
  await library.scan();
  expect(seriesAt('Manga')).toMatchObject({ reading_direction: 'rtl' });
  expect(seriesAt('Comic')).toMatchObject({ reading_direction: null });
});

it('misses no volume that a file holds beside others', async () => {
  add('Saga/Saga Vol 1 - 6.cbz');
  add('Saga/Saga Vol 7.cbz');
  add('Saga/Saga Vol 9.cbz');
  await library.scan();
  const gaps = library.database.prepare('SELECT missing FROM series_gaps').pluck().all();
  expect(gaps).toEqual(['8']);
});

describe('the name of a series', () => {
  it('is what its books agree on, else that of the folder', async () => {
    add('saga_hc/1.cbz', '<Series>Saga</Series>');
    add('saga_hc/2.cbz', '<Series>SAGA</Series>');
    add('Mixed/1.cbz', '<Series>One</Series>');
    add('Mixed/2.cbz', '<Series>Two</Series>');
    add('Few/1.cbz', '<Series>Stray</Series>');
    add('Few/2.cbz');
    add('Few/3.cbz');
    await library.scan();
    expect(seriesAt('saga_hc')).toMatchObject({ name: 'Saga', filename: 'saga_hc' });
    expect(seriesAt('Mixed')).toMatchObject({ name: 'Mixed' });
    expect(seriesAt('Few')).toMatchObject({ name: 'Few' });
  });

  it('of a folder that holds a part of one stays apart from the whole', async () => {
    add('Saga/1.cbz', '<Series>Saga</Series>');
    add('Saga/Specials/1.cbz', '<Series>Saga</Series>');
    await library.scan();
    expect(seriesAt('Saga')).toMatchObject({ name: 'Saga' });
    expect(seriesAt('Saga/Specials')).toMatchObject({ name: 'Saga - Specials' });
  });

  it('sorts as its books say, without the article otherwise', async () => {
    add('A/1.cbz', '<Series>The Saga</Series>');
    add('B/1.cbz', '<Series>The Wire</Series><SeriesSort>zz Wire</SeriesSort>');
    await library.scan();
    expect(seriesAt('A')).toMatchObject({ name_sort: 'Saga, The' });
    expect(seriesAt('B')).toMatchObject({ name: 'The Wire', name_sort: 'zz Wire' });
  });

  it('stays as a person wrote it, with how it sorts', async () => {
    add('Saga/1.cbz');
    await library.scan();
    library.database.exec(
      `UPDATE series SET name = 'Mine', name_sort = 'Mine', locked_fields = '["name"]'`,
    );
    add('Saga/2.cbz', '<Series>Saga</Series><Genre>Space</Genre>');
    await library.scan();
    expect(seriesAt('Saga')).toMatchObject({
      name: 'Mine',
      name_sort: 'Mine',
      genres: '["Space"]',
    });
  });
});

it('counts what the complete series has, as volumes where its books are volumes', async () => {
  add('Comic/Comic 001.cbz', '<Count>12</Count>');
  add('Manga/Manga v01.cbz', '<Count>27</Count>');
  await library.scan();
  expect(seriesAt('Comic')).toMatchObject({ total_chapters: 12, total_volumes: null });
  expect(seriesAt('Manga')).toMatchObject({ total_volumes: 27, total_chapters: null });
});

it('has one genre for all ways to write it, and its name in other languages', async () => {
  const localized = '<LocalizedSeries>Attack on Titan</LocalizedSeries>';
  add('A/1.cbz', `<Series>Shingeki no Kyojin</Series>${localized}<Genre>Horror, Drame</Genre>`);
  add('A/2.cbz', `<Series>Shingeki no Kyojin</Series>${localized}<Genre>horror; dramé</Genre>`);
  await library.scan();
  expect(seriesAt('A')).toMatchObject({
    genres: '["Horror","Drame"]',
    alternate_titles: '[{"label":"Localized","title":"Attack on Titan"}]',
  });
});

describe('a series.json', () => {
  const metadata = {
    name: 'Usagi Yojimbo',
    year: 2019,
    publisher: 'IDW',
    status: 'Ended',
    total_issues: 20,
    description_text: 'A rabbit.',
  };

  it('counts more than the books and the folder', async () => {
    add('usagi (1987)/1.cbz', '<Series>Usagi</Series><Publisher>Other</Publisher>');
    writeSidecar('usagi (1987)', metadata);
    await library.scan();
    expect(seriesAt('usagi (1987)')).toMatchObject({
      name: 'Usagi Yojimbo',
      year: 2019,
      publisher: 'IDW',
      status: 'ended',
      total_chapters: 20,
      summary: 'A rabbit.',
    });
  });

  it('is read again when it was written or removed, though no book changed', async () => {
    add('Usagi/1.cbz');
    await library.scan();
    expect(seriesAt('Usagi')).toMatchObject({ name: 'Usagi', status: null });
    writeSidecar('Usagi', metadata);
    const { progress, events } = await library.scan();
    expect(progress).toMatchObject({ books_updated: 0, error_count: 0 });
    expect(events.map(({ type }) => type)).toContain('series_updated');
    expect(seriesAt('Usagi')).toMatchObject({ name: 'Usagi Yojimbo', status: 'ended' });
    writeSidecar('Usagi', { ...metadata, status: 'Continuing' }, 2);
    await library.scan();
    expect(seriesAt('Usagi')).toMatchObject({ status: 'ongoing' });
    expect((await library.scan()).events.map(({ type }) => type)).toEqual(['library_updated']);
    rmSync(pathOf('Usagi/series.json'));
    await library.scan();
    expect(seriesAt('Usagi')).toMatchObject({ status: null, publisher: null });
  });

  it('or a cover of which only the date changed does not make a series count as updated', async () => {
    add('Usagi/1.cbz');
    writeSidecar('Usagi', metadata);
    writeFileSync(pathOf('Usagi/cover.png'), pngPage());
    await library.scan();
    library.database.exec("UPDATE series SET date_updated = 'before'");
    for (const name of ['series.json', 'cover.png']) utimesSync(pathOf(`Usagi/${name}`), 5, 5);
    await library.scan();
    expect(seriesAt('Usagi')).toMatchObject({ sidecar_modified_ms: 5000, date_updated: 'before' });
    writeSidecar('Usagi', { ...metadata, status: 'Continuing' }, 6);
    await library.scan();
    expect(seriesAt('Usagi')['date_updated']).not.toBe('before');
  });

  it('that is none changes nothing', async () => {
    add('Usagi/1.cbz');
    writeFileSync(pathOf('Usagi/series.json'), '{"metadata": [');
    const { progress } = await library.scan();
    expect(progress.error_count).toBe(0);
    expect(seriesAt('Usagi')).toMatchObject({ name: 'Usagi' });
  });
});
