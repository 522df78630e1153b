import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import sharp from 'sharp';
import { expect, test } from 'vitest';

import {
  deleteConversion,
  getConversion,
  listConversions,
  planConversion,
} from '../../../shared/api/conversions.ts';
import type { ConversionRule } from '../../../shared/api/conversion-rule.ts';
import { updateBook } from '../../../shared/api/edits.ts';
import { listBinnedFiles, restoreBinnedFile } from '../../../shared/api/file-bin.ts';
import { updateLibrary } from '../../../shared/api/libraries.ts';
import { getProgress, updateProgress } from '../../../shared/api/progress.ts';
import { connect } from '../../database/database.ts';
import { runJob } from '../../jobs/run-job.ts';
import { defaultLimits } from '../../media/limits.ts';
import { restrict } from '../../testing/restrictions.ts';
import { startTestServer } from '../../testing/server.ts';
import { addUser } from '../../testing/users.ts';
import { zipBytes, writeCbz } from '../../testing/zip.ts';
import { fixture, useConversions } from '../../testing/conversions.ts';

const shelf = useConversions();
const { put, rescan, books, plan, filesOf, apply, undo, tree, entriesOf, writeFolder, pathOf } =
  shelf;

test('archives and folders become CBZ files, books keep their identity, and undo restores all', async () => {
  put(fixture('library', /rar4\)\.cbr$/), 'A/One.cbr');
  put(fixture('library', /rar5-solid\)\.cbr$/), 'A/Two.cbr');
  put(fixture('library', /textless.*\.cb7$/), 'B/Three.cb7');
  put(fixture('library', /\.cbt$/), 'B/Four.cbt');
  put(fixture('faults/wrong-extension', /zip-inside\.cbr$/), 'C/Five.cbr');
  writeFolder('D/Six');
  writeCbz(pathOf('E/Seven.cbz'), 2);
  await rescan();
  const before = tree();
  const known = await books();
  const id = known.get('A/One.cbr')?.id ?? '';
  await shelf.octavo.api.call(updateProgress, { params: { id }, body: { current_page: 2 } });
  await shelf.octavo.api.call(updateBook, { params: { id }, body: { title: 'Mine' } });

  const conversion = await plan();
  const files = await filesOf(conversion);
  expect(files.map(({ from_path, to_path, action }) => [from_path, to_path, action])).toEqual([
    ['A/One.cbr', 'A/One.cbz', 'pack'],
    ['A/Two.cbr', 'A/Two.cbz', 'pack'],
    ['B/Four.cbt', 'B/Four.cbz', 'pack'],
    ['B/Three.cb7', 'B/Three.cbz', 'pack'],
    ['C/Five.cbr', 'C/Five.cbz', 'rename'],
    ['D/Six', 'D/Six.cbz', 'pack'],
  ]);
  expect(tree()).toEqual(before);

  await apply(conversion);
  expect(
    (await shelf.octavo.api.call(getConversion, { params: { id: conversion } })).files,
  ).toEqual({
    ...{ pending: 0, planned: 0, skipped: 0, converted: 6, failed: 0, undone: 0 },
  });
  const converted = await books();
  for (const { from_path, to_path } of files) {
    const [then, now] = [known.get(from_path), converted.get(to_path ?? '')];
    expect(now).toMatchObject({ id: then?.id, format: 'cbz', page_count: then?.page_count });
    expect(now?.error).toBeNull();
    expect(existsSync(pathOf(from_path))).toBe(false);
    expect((await entriesOf(to_path ?? '')).length).toBeGreaterThanOrEqual(then?.page_count ?? 1);
  }
  expect(converted.get('A/One.cbz')?.title).toBe('Mine');
  expect(await shelf.octavo.api.call(getProgress, { params: { id } })).toMatchObject({
    current_page: 2,
  });
  expect((await shelf.octavo.api.call(listBinnedFiles, {})).total).toBe(5);
  // A scan finds nothing new in it.
  await rescan();
  expect([...(await books()).values()].map((book) => book.id).sort()).toEqual(
    [...known.values()].map((book) => book.id).sort(),
  );
  const [binned] = (await shelf.octavo.api.call(listBinnedFiles, {})).data;
  await expect(
    shelf.octavo.api.call(restoreBinnedFile, { params: { id: binned?.id ?? '' } }),
  ).rejects.toThrow(/Undo the conversion/);
  await expect(
    shelf.octavo.api.call(deleteConversion, { params: { id: conversion } }),
  ).rejects.toThrow(/Undo that first/);

  await undo(conversion);
  expect((await filesOf(conversion)).map(({ state, reason }) => [state, reason])).toEqual(
    files.map(() => ['undone', null]),
  );
  expect(tree()).toEqual(before);
  await rescan();
  for (const [path, book] of await books()) {
    const { id: former, format, page_count } = known.get(path) ?? {};
    expect({ id: book.id, format: book.format, page_count: book.page_count }).toEqual({
      ...{ id: former, format, page_count },
    });
  }
});

test('a former folder is in the bin with the size of its files', async () => {
  writeFolder('D/Six');
  const sizes = [1, 2, 3].map((page) => statSync(pathOf(`D/Six/${page}.png`)).size);
  await rescan();
  await apply(await plan());
  expect((await shelf.octavo.api.call(listBinnedFiles, {})).data).toMatchObject([
    { path: 'D/Six', file_size: sizes.reduce((sum, size) => sum + size) },
  ]);
});

test('damaged, encrypted and mixed files and taken names are left alone, with a message', async () => {
  put(fixture('faults/archive-damaged', /rar4-truncated\.cbr$/), 'A/Cut.cbr');
  put(fixture('faults/archive-damaged', /7z-truncated\.cb7$/), 'A/Cut.cb7');
  put(fixture('faults/encrypted', /rar4-encrypted.*\.cbr$/), 'A/Secret.cbr');
  put(fixture('library', /rar4\)\.cbr$/), 'A/Taken.cbr');
  put(fixture('library', /rar4\)\.cbr$/), 'A/Changed.cbr');
  writeFolder('B/Mixed');
  writeFileSync(pathOf('B/Mixed/notes.txt'), 'mine');
  await rescan();
  const conversion = await plan();
  writeCbz(pathOf('A/Taken.cbz'), 2);
  writeFileSync(pathOf('A/Changed.cbr'), 'another');
  const before = tree();
  await apply(conversion);
  expect(tree()).toEqual(before);
  const reasons = Object.fromEntries(
    (await filesOf(conversion)).map(({ from_path, state, reason }) => [
      from_path,
      `${state}: ${reason ?? ''}`,
    ]),
  );
  expect(reasons).toMatchObject({
    'A/Taken.cbr': expect.stringMatching(
      /^failed: There is a file of the name A\/Taken\.cbz/,
    ) as string,
    'A/Changed.cbr': expect.stringMatching(/^failed: The file has changed/) as string,
    'B/Mixed': expect.stringMatching(/^failed: The folder holds other files/) as string,
  });
  expect(Object.values(reasons).every((reason) => /^(failed|skipped): [A-Z]/.test(reason))).toBe(
    true,
  );
  expect((await shelf.octavo.api.call(listBinnedFiles, {})).total).toBe(0);
});

test('pages are recompressed where that helps, with the gain before', async () => {
  const noise = Buffer.from(Array.from({ length: 200 * 300 * 3 }, (_, n) => (n * 7919) % 251));
  const png = await sharp(noise, { raw: { width: 200, height: 300, channels: 3 } })
    .blur(3)
    .png()
    .toBuffer();
  mkdirSync(pathOf('A'));
  writeFileSync(
    pathOf('A/Big.cbz'),
    zipBytes([
      { name: '1.png', data: png },
      { name: '2.png', data: png },
      { name: 'ComicInfo.xml', data: Buffer.from('<ComicInfo><Title>T</Title></ComicInfo>') },
    ]),
  );
  writeCbz(pathOf('A/Small.cbz'), 2);
  await rescan();
  const before = tree();
  const { id } = (await books()).get('A/Big.cbz') ?? {};
  const conversion = await plan({ format: 'webp', quality: 70 });
  const [file] = await filesOf(conversion);
  expect(file).toMatchObject({ from_path: 'A/Big.cbz', to_path: 'A/Big.cbz', state: 'planned' });
  expect(file?.to_size).toBeLessThan(0.9 * (file?.from_size ?? 0));
  await apply(conversion);
  expect((await entriesOf('A/Big.cbz')).map(({ name }) => name)).toEqual([
    '1.webp',
    '2.webp',
    'ComicInfo.xml',
  ]);
  expect((await books()).get('A/Big.cbz')).toMatchObject({ id, page_count: 2, title: 'T' });
  await undo(conversion);
  expect(tree()).toEqual(before);
});

test('nothing is converted unless the library allows it', async () => {
  writeFolder('A/Six');
  await rescan();
  const conversion = await plan();
  await shelf.octavo.api.call(updateLibrary, {
    params: { id: shelf.libraryId },
    body: { convert_files: false },
  });
  await expect(apply(conversion)).rejects.toThrow(/do not allow/);
  await expect(plan()).rejects.toThrow(/do not allow/);
});

test('files that scans add are converted by rule, at once or when somebody agrees', async () => {
  put(fixture('library', /rar4\)\.cbr$/), 'A/Old.cbr');
  await rescan();
  const conversionsHere = async () =>
    (await shelf.octavo.api.call(listConversions, { query: { library_id: shelf.libraryId } })).data;
  const setRule = (changes: Partial<ConversionRule> | null) =>
    shelf.octavo.api.call(updateLibrary, {
      params: { id: shelf.libraryId },
      body: {
        conversion_rule: changes && {
          ...{ pack: true, rename: true, pages: null, is_automatic: false },
          ...changes,
        },
      },
    });
  await setRule({ is_automatic: true });
  await rescan();
  expect(await conversionsHere()).toEqual([]);
  // A file that was there before stays, a new one is converted, and one that is fine makes no plan.
  put(fixture('library', /rar5-solid\)\.cbr$/), 'A/New.cbr');
  await rescan();
  expect([...(await books()).keys()].sort()).toEqual(['A/New.cbz', 'A/Old.cbr']);
  expect(await conversionsHere()).toMatchObject([
    { by_rule: true, user: null, files: { converted: 1, planned: 0 } },
  ]);
  writeCbz(pathOf('B/Fine.cbz'), 2);
  await rescan();
  expect(await conversionsHere()).toHaveLength(1);

  await setRule({ pack: false });
  put(fixture('library', /\.cbt$/), 'C/Kept.cbt');
  put(fixture('faults/wrong-extension', /zip-inside\.cbr$/), 'C/Wrong.cbr');
  await rescan();
  const [waiting] = await conversionsHere();
  expect(waiting).toMatchObject({ by_rule: true, files: { converted: 0, planned: 1 } });
  expect(await filesOf(waiting?.id ?? '')).toMatchObject([{ to_path: 'C/Wrong.cbz' }]);
  expect(existsSync(pathOf('C/Wrong.cbr'))).toBe(true);
  await apply(waiting?.id ?? '');
  expect(existsSync(pathOf('C/Wrong.cbz'))).toBe(true);

  await setRule(null);
  put(fixture('library', /\.cbt$/), 'D/Later.cbt');
  await rescan();
  expect(await conversionsHere()).toHaveLength(2);
});

test('AVIF pages, a cancelled conversion that is resumed, and a read-only file', async () => {
  const noise = Buffer.from(Array.from({ length: 200 * 300 * 3 }, (_, n) => (n * 7919) % 251));
  const png = await sharp(noise, { raw: { width: 200, height: 300, channels: 3 } })
    .blur(3)
    .png()
    .toBuffer();
  mkdirSync(pathOf('A'));
  const entries = [1, 2, 3, 4, 5].map((page) => ({ name: `${page}.png`, data: png }));
  for (const name of ['One', 'Two', 'Closed'])
    writeFileSync(pathOf(`A/${name}.cbz`), zipBytes(entries));
  await rescan();
  const before = tree();
  const conversion = await plan({ format: 'avif', quality: 50 });
  chmodSync(pathOf('A/Closed.cbz'), 0o444);
  let looks = 0;
  // Cancelled while the second book is packed: the first is converted, the second as it was.
  await shelf.octavo.stop();
  const database = connect(join(shelf.dataDir, 'octavo.db'));
  const isFirstDone = database
    .prepare<[], number>("SELECT count(*) FROM conversion_files WHERE state = 'converted'")
    .pluck();
  await expect(
    runJob(
      { kind: 'convert', conversionId: conversion, step: 'apply' },
      {
        ...{
          database,
          thumbnailsDir: join(shelf.dataDir, 'thumbnails'),
          coversDir: join(shelf.dataDir, 'covers'),
        },
        ...{ archivesDir: join(shelf.dataDir, 'archives'), limits: defaultLimits },
        ...{ paused: () => false, send: () => undefined },
        cancelled: () => isFirstDone.get() === 1 && looks++ > 2,
      },
    ),
  ).rejects.toThrow(/cancelled/);
  database.close();
  shelf.octavo = await startTestServer({ dataDir: shelf.dataDir });
  const statesOf = async () =>
    Object.fromEntries(
      (await filesOf(conversion)).map(({ from_path, state }) => [from_path, state]),
    );
  const states = await statesOf();
  expect(Object.values(states).filter((state) => state === 'converted')).toHaveLength(1);
  expect(Object.values(states)).toContain('planned');
  const hidden = readdirSync(shelf.root, { recursive: true, encoding: 'utf8' });
  expect(hidden.filter((name) => name.includes('.part'))).toEqual([]);
  await apply(conversion);
  expect(await statesOf()).toEqual({
    ...{ 'A/Closed.cbz': 'failed', 'A/One.cbz': 'converted', 'A/Two.cbz': 'converted' },
  });
  expect((await entriesOf('A/Two.cbz')).map(({ name }) => name)).toEqual(
    [1, 2, 3, 4, 5].map((page) => `${page}.avif`),
  );
  expect((await books()).get('A/Two.cbz')).toMatchObject({ page_count: 5, error: null });
  await undo(conversion);
  expect(tree()).toEqual(before);
}, 30_000);

test('undo follows a converted file that was moved since', async () => {
  for (const name of ['One', 'Two']) put(fixture('library', /\.cbt$/), `A/${name}.cbt`);
  await rescan();
  const before = tree();
  const id = (await books()).get('A/One.cbt')?.id;
  const conversion = await plan();
  await apply(conversion);
  mkdirSync(pathOf('B'));
  renameSync(pathOf('A/One.cbz'), pathOf('B/Renamed.cbz'));
  await rescan();
  await undo(conversion);
  expect(tree()).toEqual(before);
  await rescan();
  expect((await books()).get('A/One.cbt')?.id).toBe(id);
  expect((await books()).size).toBe(2);
});

test('a person who sees only a part of the library converts none of it', async () => {
  const headers = await addUser(shelf.dataDir, {
    username: 'ben',
    role: 'maintainer',
    permissions: ['libraries-write', 'books-write'],
  });
  const database = connect(join(shelf.dataDir, 'octavo.db'));
  const ben = database.prepare<[], number>(`SELECT pk FROM users WHERE username = 'ben'`).pluck();
  restrict(database, ben.get() ?? 0, { denied: ['adults'] });
  database.close();
  await expect(
    shelf.octavo.api.call(planConversion, { params: { id: shelf.libraryId }, body: {}, headers }),
  ).rejects.toMatchObject({ code: 'Forbidden', message: /whole library/ });
});
