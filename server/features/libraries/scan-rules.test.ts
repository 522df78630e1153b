import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { getBookMetadata, updateBook } from '../../../shared/api/edits.ts';
import { getLibrary, updateLibrary } from '../../../shared/api/libraries.ts';
import { previewLibrary } from '../../../shared/api/library-preview.ts';
import { defaultScanRules, type ScanRulesChanges } from '../../../shared/api/scan-rules.ts';
import { filterSeries } from '../../../shared/api/series.ts';
import { getScanStatus } from '../../../shared/api/scans.ts';
import { updateProgress } from '../../../shared/api/progress.ts';
import { addUser } from '../../testing/users.ts';
import { startScannedLibrary } from '../../testing/scanned-library.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { pngPage, zipBytes } from '../../testing/zip.ts';

let octavo: TestServer;
let scanned: Awaited<ReturnType<typeof startScannedLibrary>>;
beforeAll(async () => {
  octavo = await startTestServer();
});
afterAll(() => octavo.stop());
beforeEach(async () => {
  scanned = await startScannedLibrary('folder', octavo);
});
afterEach(() => scanned.stop());

const params = () => ({ id: scanned.library.id });
const change = (scan_rules: ScanRulesChanges) =>
  scanned.api.call(updateLibrary, { params: params(), body: { scan_rules } });

const shown = async () =>
  (await scanned.books()).map(({ title, series_name }) => `${series_name}: ${title}`).sort();

const withComicInfo = (path: string, fields: string) => {
  const file = join(scanned.root, path);
  const data = `<ComicInfo>${fields}</ComicInfo>`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    file,
    zipBytes([
      { name: '1.png', data: pngPage() },
      { name: 'ComicInfo.xml', data },
    ]),
  );
};

test('a change keeps the other rules, and bad rules are refused', async () => {
  expect(scanned.library.scan_rules).toEqual(defaultScanRules);
  await change({ one_shot_folder: '_oneshots', metadata_sources: { pdf: false } });
  const { scan_rules } = await change({ title_rules: [{ kind: 'brackets' }] });
  expect(scan_rules).toEqual({
    ...defaultScanRules,
    one_shot_folder: '_oneshots',
    metadata_sources: { ...defaultScanRules.metadata_sources, pdf: false },
    title_rules: [{ kind: 'brackets' }],
  });
  expect((await scanned.api.call(getLibrary, { params: params() })).scan_rules).toEqual(scan_rules);
  for (const bad of [
    { one_shot_folder: 'a/b' },
    { file_types: [] },
    { title_rules: [{ kind: 'replace', find: 'x'.repeat(101), replace: '' }] },
  ] satisfies ScanRulesChanges[]) {
    await expect(change(bad)).rejects.toMatchObject({ code: 'BadRequest' });
  }
});

test('title rules rename series and books at the next scan, but nothing that was edited', async () => {
  scanned.add('Site - Sun/Site - Sun v01 - Dawn_xx.cbz', 'Site - Sun/Site - Sun v02 - Noon_xx.cbz');
  scanned.add('Site - Moon.cbz');
  await scanned.scan();
  const before = await scanned.books();
  const noon = await scanned.bookAt('Noon_xx.cbz');
  await scanned.api.call(updateBook, {
    params: { id: noon.id },
    body: { title: 'Mine xx' },
  });
  await change({
    title_rules: [
      { kind: 'prefix', text: 'Site -' },
      { kind: 'suffix', text: ' xx' },
    ],
  });
  await scanned.scan();
  expect(await shown()).toEqual(['Moon: Moon', 'Sun: Dawn', 'Sun: Mine xx']);
  expect((await scanned.books()).map(({ id }) => id).sort()).toEqual(
    before.map(({ id }) => id).sort(),
  );
  const { books_updated } = await scanned.api.call(getScanStatus, { params: params() });
  expect(books_updated).toBe(2);
  // The next scan reads no file again.
  await scanned.scan();
  expect((await scanned.api.call(getScanStatus, { params: params() })).books_updated).toBe(0);
  await change({ title_rules: [] });
  await scanned.scan();
  expect(await shown()).toContain('Site - Sun: Dawn xx');
  const { locks } = await scanned.api.call(getBookMetadata, { params: { id: noon.id } });
  expect(locks.title).toBe(true);
});

test('each book in a folder of one-shots is a series of its own', async () => {
  scanned.add('Sun/Sun 1.cbz', 'Sun/_OneShots/Rain.cbz', '_oneshots/deep/Snow v01.cbz');
  await change({ one_shot_folder: '_oneshots' });
  await scanned.scan();
  expect(await scanned.shape()).toEqual({ Rain: 1, Snow: 1, Sun: 1 });
  const oneShots = await scanned.api.call(filterSeries, {
    body: { condition: { oneShot: { operator: 'is', value: 'true' } } },
  });
  expect(oneShots.data.map(({ name }) => name).sort()).toEqual(['Rain', 'Snow']);
  const ids = new Map((await scanned.books()).map(({ id, title }) => [title, id]));
  await change({ one_shot_folder: null });
  await scanned.scan();
  expect((await scanned.bookAt('Rain.cbz')).id).toBe(ids.get('Rain'));
  expect(await scanned.shape()).toEqual({ Sun: 1, 'Sun - OneShots': 1, deep: 1 });
});

test('a source of metadata that is off counts for nothing', async () => {
  withComicInfo('Sun/Sun v02 (2001).cbz', '<Title>Embedded</Title><Number>7</Number>');
  await scanned.scan();
  expect(await shown()).toEqual(['Sun: Embedded']);
  await change({ metadata_sources: { comic_info: false } });
  await scanned.scan();
  expect(await scanned.books()).toMatchObject([{ title: 'Sun v02', number: 2 }]);
  await change({ metadata_sources: { file_name: false } });
  await scanned.scan();
  expect(await scanned.books()).toMatchObject([{ title: 'Sun v02 (2001)', number: null }]);
  await change({ metadata_sources: { comic_info: true } });
  await scanned.scan();
  expect(await scanned.books()).toMatchObject([{ title: 'Embedded', number: 7 }]);
});

test('a series can take the cover of the first book that a person has not read', async () => {
  scanned.add('Sun/Sun 1.cbz', 'Sun/Sun 2.cbz');
  await scanned.scan();
  const [sun] = await scanned.series();
  const first = await scanned.bookAt('Sun 1.cbz');
  const coverOf = async (kind: 'series' | 'books', id = '') =>
    (await scanned.octavo.request(`/${kind}/${id}/thumbnail`)).headers.get('etag');
  const [before, after] = [
    await coverOf('books', first.id),
    await coverOf('books', (await scanned.bookAt('Sun 2.cbz')).id),
  ];
  await scanned.api.call(updateProgress, { params: { id: first.id }, body: { current_page: 2 } });
  expect(await coverOf('series', sun?.id)).toBe(before);
  await change({ series_cover: 'first_unread' });
  expect(await coverOf('series', sun?.id)).toBe(after);
  const headers = await addUser(scanned.octavo.dataDir, { username: 'ann', role: 'reader' });
  const hers = await fetch(`${scanned.octavo.url}/api/v1/series/${sun?.id}/thumbnail`, { headers });
  expect(hers.headers.get('etag')).toBe(before);
});

test('a library takes only some file types', async () => {
  scanned.add('Sun/Sun 1.cbz', 'Sun/Sun 2.cbr', 'Moon/1.cbz');
  await change({ file_types: ['cbz'] });
  await scanned.scan();
  expect(await scanned.shape()).toEqual({ Moon: 1, Sun: 1 });
});

test('a preview shows new names, and added and removed series, and changes nothing', async () => {
  scanned.add('x_Sun/x_Sun 1.cbz', 'x_Sun/x_Sun 2.cbr', 'Moon/Moon 1.cbz');
  await scanned.scan();
  await octavo.idle();
  scanned.add('Moon/Moon 2.cbz');
  const body = {
    paths: [scanned.root],
    library_id: scanned.library.id,
    scan_rules: {
      file_types: ['cbz' as const],
      title_rules: [{ kind: 'prefix' as const, text: 'x ' }],
    },
  };
  const before = await scanned.books();
  const { folders } = await scanned.api.call(previewLibrary, { body });
  expect(folders).toMatchObject([
    {
      book_count: 3,
      left_out: 1,
      changes: { added: 1, removed: 1 },
      renamed_count: 1,
      series: [
        { name: 'Sun', previous_name: 'x Sun', examples: ['x_Sun 1.cbz'], titles: ['Sun 1'] },
        { name: 'Moon', previous_name: null },
      ],
    },
  ]);
  expect(await scanned.books()).toEqual(before);
  const fresh = await scanned.api.call(previewLibrary, {
    body: { ...body, library_id: undefined },
  });
  expect(fresh.folders).toMatchObject([{ changes: null, renamed_count: 1 }]);
  const unknown = { ...body, library_id: crypto.randomUUID() };
  await expect(scanned.api.call(previewLibrary, { body: unknown })).rejects.toMatchObject({
    code: 'NotFound',
  });
});
