import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  createImport,
  getImport,
  listImportLines,
  runImport,
  undoImport,
} from '../../../shared/api/imports.ts';
import { createLibrary, deleteLibrary, listLibraries } from '../../../shared/api/libraries.ts';
import { serverFixtures } from '../../testing/moved-library.ts';
import { connect } from '../../database/database.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { writeCbz } from '../../testing/zip.ts';
import { withSlashes } from './folder-mapping.ts';
import { isFolderHere } from './match-folders.ts';

let octavo: TestServer;
let root: string;
beforeAll(async () => {
  root = withSlashes(mkdtempSync(join(tmpdir(), 'octavo-same-machine-')));
  octavo = await startTestServer();
});
afterAll(async () => {
  await octavo.stop();
  rmSync(root, { recursive: true, force: true });
});

test('a library in the folder that the other program uses is created here, and undo removes it', async () => {
  const folder = `${root}/calibre`;
  cpSync(join(serverFixtures, 'calibre'), folder, { recursive: true });
  const { call } = octavo.api;
  const { id } = await call(createImport, { body: { source: 'calibre', path: folder } });
  await octavo.idle();
  const { data } = await call(listImportLines, { params: { id }, query: { kind: 'library' } });
  expect(data).toMatchObject([{ state: 'new', basis: 'place' }]);
  expect(data.map(({ target }) => withSlashes(target?.name ?? ''))).toEqual([folder]);
  expect((await call(listLibraries, {})).data).toEqual([]);

  await call(runImport, { params: { id }, body: { prefer: 'newer' } });
  await octavo.idle();
  const { status, counts } = await call(getImport, { params: { id } });
  expect(status).toBe('imported');
  expect(counts.filter(({ kind }) => kind === 'book')).toMatchObject([
    { state: 'matched', count: 9 },
  ]);
  const libraries = (await call(listLibraries, {})).data;
  expect(libraries.map(({ path }) => withSlashes(path))).toEqual([folder]);

  await call(undoImport, { params: { id } });
  await octavo.idle();
  expect((await call(listLibraries, {})).data).toEqual([]);
});

test('an import that was killed after it created a library matches its books when it is resumed', async () => {
  const folder = `${root}/killed`;
  cpSync(join(serverFixtures, 'calibre'), folder, { recursive: true });
  const { call } = octavo.api;
  const { id } = await call(createImport, { body: { source: 'calibre', path: folder } });
  await octavo.idle();
  await call(runImport, { params: { id }, body: {} });
  await octavo.idle();
  const counts = async () => (await call(getImport, { params: { id } })).counts;
  const before = await counts();
  const database = connect(join(octavo.dataDir, 'octavo.db'));
  database.exec(`UPDATE import_lines SET state = 'missing', basis = NULL, target = NULL
    WHERE kind IN ('book', 'series')`);
  database.close();

  await call(runImport, { params: { id }, body: {} });
  await octavo.idle();
  const isMatched = ({ kind, state }: { kind: string; state: string }) =>
    ['book', 'series'].includes(kind) && state === 'matched';
  expect((await counts()).filter(isMatched)).toEqual(before.filter(isMatched));
  await call(undoImport, { params: { id } });
  await octavo.idle();
});

test('a library whose folders are written with decomposed letters elsewhere is found by its books', async () => {
  const [here, elsewhere] = [`${root}/Mine/Bücher`, `${root}/Away/Bücher`.normalize('NFD')];
  writeCbz(join(here, 'Astérix/Astérix 1.cbz'), 2);
  const { call } = octavo.api;
  const library = await call(createLibrary, {
    body: { name: 'Mine', path: `${root}/Mine`, scan_immediately: true },
  });
  await octavo.idle();
  const file = `${root}/read.csv`;
  const rows = [
    `${elsewhere}/${'Astérix/Astérix 1'.normalize('NFD')}.cbz`,
    'Bücher/Astérix/Astérix 1.cbz',
  ];
  writeFileSync(
    file,
    ['path,page', ...rows.map((path) => `${path.normalize('NFD')},2`)].join('\n'),
  );
  const { id } = await call(createImport, { body: { source: 'csv', path: file } });
  await octavo.idle();
  const { data } = await call(listImportLines, { params: { id }, query: { kind: 'book' } });
  expect(data.map(({ state, basis }) => [state, basis])).toEqual([
    ['matched', 'place'],
    ['matched', 'place'],
  ]);
  await call(deleteLibrary, { params: { id: library.id } });
  await octavo.idle();
});

test('a folder counts as here by a book in it, and never by a path that climbs, a root or a network path', async () => {
  writeFileSync(`${root}/book.cbz`, '');
  const library = (folder: string) => ({
    kind: 'library' as const,
    id: '1',
    name: 'Books',
    folders: [folder],
  });
  const book = (path: string) => [
    { kind: 'book', id: '1', library: '1', path, size: 0 } as Parameters<typeof isFolderHere>[1][0],
  ];
  expect(await isFolderHere(library(root), book(`${root}/book.cbz`))).toBe(true);
  expect(await isFolderHere(library(root), book(`${root}/absent.cbz`))).toBe(false);
  expect(await isFolderHere(library(root), [])).toBe(false);
  const climbing = book(`${root}/absent/../../${root.split('/').at(-1) ?? ''}/book.cbz`);
  expect(await isFolderHere(library(`${root}/absent`), climbing)).toBe(false);
  expect(await isFolderHere(library('/'), book(`${root}/book.cbz`))).toBe(false);
  expect(await isFolderHere(library(`/${root}`), book(`/${root}/book.cbz`))).toBe(false);
});
