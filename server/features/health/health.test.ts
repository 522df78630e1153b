import { copyFileSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';

import {
  getHealthCounts,
  healthKinds,
  ignoreHealthIssues,
  listHealthIssues,
  listUnsupportedFiles,
  retryHealthIssues,
  type HealthKind,
} from '../../../shared/api/health.ts';
import { startScannedLibrary } from '../../testing/scanned-library.ts';
import { addUser } from '../../testing/users.ts';
import { writeCbz } from '../../testing/zip.ts';

let scanned: Awaited<ReturnType<typeof startScannedLibrary>>;
beforeEach(async () => {
  scanned = await startScannedLibrary();
});
afterEach(() => scanned.stop());

/** An EPUB without an image. */
const coverless = join(
  import.meta.dirname,
  '../../../../shared/fixtures/library/Books/Unknown/Hefty Water.epub',
);
const pathOf = (path: string) => join(scanned.root, path);
/** An unreadable file, old enough that no scan waits for it. */
const damage = (path: string, text = 'no archive') => {
  writeFileSync(pathOf(path), text);
  const before = new Date(Date.now() - 60_000);
  utimesSync(pathOf(path), before, before);
};
const counts = () => scanned.api.call(getHealthCounts);
const list = async (kind?: HealthKind, ignored = false) =>
  (
    await scanned.api.call(listHealthIssues, {
      query: { kind, ignored: ignored ? 'true' : 'false' },
    })
  ).data;

test('finds pages that are cut off: at once what their headers tell, in a deep scan all', async () => {
  const image = (format: 'webp' | 'png') =>
    sharp({
      create: {
        width: 300,
        height: 400,
        channels: 3,
        background: '#c00',
        noise: { type: 'gaussian', mean: 99, sigma: 40 },
      },
    })
      .toFormat(format)
      .toBuffer();
  const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);
  const [webp, png] = await Promise.all([image('webp'), image('png')]);
  writeCbz(pathOf('A/A 1.cbz'), [
    { name: '1.webp', data: webp },
    { name: '2.webp', data: half(webp) },
    { name: '3.png', data: half(png) },
    { name: '4.png', data: png },
  ]);
  await scanned.scan();
  await scanned.octavo.idle();
  expect(await list('flawed')).toMatchObject([
    { path: 'A/A 1.cbz', detail: expect.stringMatching(/^1 of 4 pages .* cut off/) as string },
  ]);
  await scanned.scan('deep');
  await scanned.octavo.idle();
  expect(await list('flawed')).toMatchObject([
    { path: 'A/A 1.cbz', detail: expect.stringMatching(/^2 of 4 pages .* cut off/) as string },
  ]);
});

test('finds broken, misnamed and missing files and gaps, each with what to know of it', async () => {
  scanned.add('A/A 1.cbz', 'A/A 2.cbz', 'A/A 5.cbz', 'B/B 1.cbz');
  damage('A/A 6.cbz');
  writeCbz(pathOf('A/A 7.cbr'), 2);
  copyFileSync(coverless, pathOf('A/A 8.epub'));
  await scanned.scan();
  rmSync(pathOf('B/B 1.cbz'));
  await scanned.scan();
  await scanned.octavo.idle();

  expect(await list('broken')).toMatchObject([
    { entity: 'book', path: 'A/A 6.cbz', series_name: 'A', library_name: 'Shelf', ignored: false },
  ]);
  expect((await list('broken'))[0]?.detail).toContain('cut off');
  expect(await list('wrong_extension')).toMatchObject([{ path: 'A/A 7.cbr' }]);
  expect(await list('missing')).toMatchObject([{ path: 'B/B 1.cbz', detail: null }]);
  expect(await list('gap')).toMatchObject([{ entity: 'series', title: 'A', detail: '3–4' }]);
  expect(await list('low_resolution')).not.toEqual([]);
  expect(await list('no_cover')).toMatchObject([{ path: 'A/A 8.epub', detail: null }]);
  expect((await list('no_metadata')).map(({ title }) => title)).toEqual(['A']);

  const { kinds, problems, duplicates, checked_at } = await counts();
  expect(kinds.broken).toEqual({ open: 1, ignored: 0 });
  expect(problems).toBe(3 + kinds.flawed.open + kinds.no_pages.open + duplicates);
  expect(checked_at).not.toBeNull();
  expect((await list()).length).toBe(Object.values(kinds).reduce((sum, { open }) => sum + open, 0));
});

test('lists the most severe first, and problems and hints apart', async () => {
  scanned.add('A/A 1.cbz', 'A/A 4.cbz');
  damage('A/Z 9.cbz');
  await scanned.scan();
  await scanned.octavo.idle();
  const kindsOf = async (query: { severity?: 'problem' | 'hint'; sort?: string }) =>
    (await scanned.api.call(listHealthIssues, { query })).data.map(({ kind }) => kind);
  const all = await kindsOf({});
  expect(all).toEqual([...all].sort((a, b) => healthKinds.indexOf(a) - healthKinds.indexOf(b)));
  expect(all[0]).toBe('broken');
  expect(await kindsOf({ severity: 'problem' })).toEqual(['broken']);
  expect(await kindsOf({ severity: 'hint' })).toEqual(all.slice(1));
  expect((await kindsOf({ sort: 'title,asc' })).at(-1)).toBe('broken');
});

test('a file that was mended is no finding any more once it was read again', async () => {
  damage('A 1.cbz');
  await scanned.scan();
  await scanned.octavo.idle();
  const [broken] = await list('broken');
  writeCbz(pathOf('A 1.cbz'), 2);
  const unknown = '019a0000-0000-7000-8000-000000000000';
  const book_ids = [broken?.id ?? '', unknown];
  expect(await scanned.api.call(retryHealthIssues, { body: { book_ids } })).toEqual({ started: 1 });
  await scanned.octavo.idle();
  expect(await list('broken')).toEqual([]);
});

test('an ignored problem stays so until its file changes, and can be shown again', async () => {
  damage('A 1.cbz');
  damage('A 2.cbz', 'no archive either');
  await scanned.scan();
  await scanned.octavo.idle();
  const [first] = await list('broken');
  const issues = [{ kind: 'broken' as const, id: first?.id ?? '' }];
  const set = (ignored: boolean) =>
    scanned.api.call(ignoreHealthIssues, { body: { issues, ignored } });
  expect(await set(true)).toEqual({ changed: 1 });
  expect((await counts()).kinds.broken).toEqual({ open: 1, ignored: 1 });
  expect(await list('broken', true)).toMatchObject([{ id: first?.id, ignored: true }]);
  expect(await set(false)).toEqual({ changed: 1 });
  expect((await counts()).kinds.broken).toEqual({ open: 2, ignored: 0 });

  await set(true);
  damage('A 1.cbz', 'another text that is no archive');
  await scanned.scan();
  await scanned.octavo.idle();
  expect((await counts()).kinds.broken).toEqual({ open: 2, ignored: 0 });
});

test('paths are shown to those who can see them, counts to all', async () => {
  const headers = await addUser(scanned.octavo.dataDir, { username: 'rea', role: 'reader' });
  expect((await scanned.octavo.request('/health-issues', { headers })).status).toBe(403);
  expect((await scanned.octavo.request('/health-issues/counts', { headers })).status).toBe(200);
});

test('chapters of volumes are counted through the series, or in each volume', async () => {
  const chapters = (series: string, volume: number, ...numbers: number[]) => {
    for (const number of numbers)
      writeCbz(pathOf(`${series}/Vol 0${volume}/Ch 0${number}.cbz`), 2 + number);
  };
  chapters('G', 1, 1, 2);
  chapters('G', 2, 4, 5);
  chapters('H', 1, 1, 2, 3);
  chapters('H', 3, 1, 3);
  await scanned.scan();
  const found = (await list('gap')).filter(({ title }) => ['G', 'H'].includes(title));
  expect(found.map(({ title, detail }) => [title, detail])).toEqual([
    ['G', '3'],
    ['H', '2, 2'],
  ]);
});

test('volumes, chapters and the issues of each year are counted for themselves', async () => {
  scanned.add('A/A v01.cbz', 'A/A v04.cbz', 'A/A c010.cbz', 'A/A c012.5.cbz', 'A/A c014.cbz');
  scanned.add('B/B (2011) 001.cbz', 'B/B (2011) 1990.cbz');
  const info = (volume: number, number: number) =>
    `<Series>C</Series><Volume>${volume}</Volume><Number>${number}</Number>`;
  const issues = [
    [2011, 1],
    [2011, 3],
    [2016, 1],
    [2016, 2],
  ] as const;
  mkdirSync(pathOf('C'));
  for (const [volume, number] of issues) {
    writeCbz(pathOf(`C/C ${volume} ${number}.cbz`), 2, info(volume, number));
  }
  mkdirSync(pathOf('D'));
  writeCbz(pathOf('D/D 001.cbz'), 2, '<Series>D</Series><Volume>2014</Volume><Number>1</Number>');
  scanned.add('D/D 004.cbz');
  await scanned.scan();
  expect(await list('gap')).toMatchObject([
    { title: 'A', detail: '2–3, 11–12, 13' },
    { title: 'C', detail: '2' },
    { title: 'D', detail: '2–3' },
  ]);
});

const unsupported = async (query: object = {}) => {
  const { data, total } = await scanned.api.call(listUnsupportedFiles, { query });
  return { found: data.map(({ path, message }) => `${path}: ${message}`), total };
};

test('lists files of formats that Octavo does not read, until a scan no longer finds them', async () => {
  scanned.add('A/A 1.cbz');
  for (const name of ['A 2.djvu', 'A 3.lit', 'A 4.acsm']) writeFileSync(pathOf(`A/${name}`), 'x');
  await scanned.scan();
  const [pdf, epub, licence] = [
    'A/A 2.djvu: Octavo does not read this format. Convert the document to PDF.',
    'A/A 3.lit: Octavo does not read this format. Convert the book to EPUB, for example with calibre.',
    'A/A 4.acsm: This is not the book, but a licence to download it. Open it with the program of the shop that sold the book.',
  ];
  expect(await unsupported()).toEqual({ found: [pdf, epub, licence], total: 3 });
  expect(await unsupported({ sort: 'path,desc', page: 2, pageSize: 2 })).toEqual({
    found: [pdf],
    total: 3,
  });
  expect(await unsupported({ library_id: scanned.library.id })).toMatchObject({ total: 3 });
  expect(await unsupported({ library_id: crypto.randomUUID() })).toEqual({ found: [], total: 0 });
  rmSync(pathOf('A/A 3.lit'));
  // The same book beside it.
  scanned.add('A/A 2.cbz');
  await scanned.scan();
  expect(await unsupported()).toEqual({ found: [licence], total: 1 });
});
