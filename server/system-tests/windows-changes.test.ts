import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { listBooks } from '../../shared/api/books.ts';
import {
  applyConversion,
  listConversionFiles,
  planConversion,
  undoConversion,
} from '../../shared/api/conversions.ts';
import { updateBook } from '../../shared/api/edits.ts';
import {
  createFileDeletion,
  listDeletedBooks,
  undoFileDeletion,
} from '../../shared/api/file-deletions.ts';
import { createIntakeFolder, lookThroughFolder } from '../../shared/api/intake-folders.ts';
import { listIntakeFiles, takeIn, undoIntake } from '../../shared/api/intake.ts';
import { createLibrary } from '../../shared/api/libraries.ts';
import {
  applyMetadataWrite,
  listMetadataWriteFiles,
  planMetadataWrite,
  undoMetadataWrite,
} from '../../shared/api/metadata-writes.ts';
import { startScan } from '../../shared/api/scans.ts';
import { updateSetting } from '../../shared/api/settings.ts';
import { createUpload, finishUpload } from '../../shared/api/uploads.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { pngPage, writeCbz, zipBytes } from '../testing/zip.ts';

const tar = join(
  import.meta.dirname,
  '../../../shared/fixtures/library/Comics/Page Blanche/Page Blanche (2012) (FR) [tar].cbt',
);

/** On a drive, and on a share if one is given. */
const roots: Record<string, string> = {
  'a drive': mkdtempSync(join(tmpdir(), 'octavo-changes-')),
  ...(process.env['OCTAVO_TEST_SHARE'] !== undefined && {
    'a share': mkdtempSync(join(process.env['OCTAVO_TEST_SHARE'], 'octavo-changes-')),
  }),
};
const deep = Array.from({ length: 6 }, (_, index) => `${index} ${'漫画 deep '.repeat(4)}x`);
/** Windows drops the dots at the end of a name, and refuses long paths, unless it is asked in the long form. */
const folders = {
  'of a series': 'Saga',
  'with dots at its end': 'What If...',
  'beyond 260 characters': deep.join('/'),
};

let octavo: TestServer;
beforeAll(async () => {
  octavo = await startTestServer();
  const body = { value: true };
  await octavo.api.call(updateSetting, { params: { key: 'library.delete_files' }, body });
});
afterAll(async () => {
  await octavo.stop();
  for (const root of Object.values(roots)) rmSync(root, { recursive: true, force: true });
});

/** A library with a book of each kind that is written differently. */
const fill = async (path: string, folder: string) => {
  const below = join(path, folder);
  mkdirSync(join(below, 'Pages'), { recursive: true });
  writeCbz(join(below, 'Saga 01.cbz'), 2);
  writeFileSync(join(below, 'Saga 02.cbt'), readFileSync(tar));
  for (const page of [1, 2, 3])
    writeFileSync(join(below, 'Pages', `${page}.png`), pngPage(8, 12, page * 40));
  const name = path.slice(-30);
  const { id } = await octavo.api.call(createLibrary, {
    body: { name, path, write_metadata: true, convert_files: true },
  });
  await octavo.api.call(startScan, { params: { id } });
  await octavo.idle();
  const books = async () => {
    await octavo.idle();
    return (await octavo.api.call(listBooks, { query: { library_id: id } })).data;
  };
  /** Once no task is left. */
  const tree = async () => {
    await octavo.idle();
    const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
    return names.filter((file) => !file.startsWith('.octavo-bin')).sort();
  };
  return { id, books, tree };
};

describe.each(Object.entries(roots))('on %s', (_, root) => {
  describe.each(Object.entries(folders))('in a folder %s', (where, folder) => {
    let shelf: Awaited<ReturnType<typeof fill>>;
    let before: string[];
    beforeAll(async () => {
      shelf = await fill(join(root, where), folder);
      before = await shelf.tree();
    });

    test('edits are written into files, and taken back', async () => {
      const books = await shelf.books();
      expect(books).toHaveLength(3);
      for (const { id } of books)
        await octavo.api.call(updateBook, { params: { id }, body: { title: 'Mine' } });
      const write = await octavo.api.call(planMetadataWrite, {
        params: { id: shelf.id },
        body: {},
      });
      const params = { id: write.id };
      await octavo.idle();
      await octavo.api.call(applyMetadataWrite, { params });
      await octavo.idle();
      const { data } = await octavo.api.call(listMetadataWriteFiles, { params });
      const written = ['written', null];
      expect(data.map(({ state, reason }) => [state, reason])).toEqual([written, written, written]);
      await octavo.api.call(undoMetadataWrite, { params, body: {} });
      expect(await shelf.tree()).toEqual(before);
    });

    test('files are converted, and put back', async () => {
      const conversion = await octavo.api.call(planConversion, {
        params: { id: shelf.id },
        body: { pages: null },
      });
      const params = { id: conversion.id };
      await octavo.idle();
      await octavo.api.call(applyConversion, { params });
      const books = await shelf.books();
      const { data } = await octavo.api.call(listConversionFiles, { params });
      const converted = ['converted', null];
      expect(data.map(({ state, reason }) => [state, reason])).toEqual([converted, converted]);
      expect(books.map(({ format }) => format)).toEqual(['cbz', 'cbz', 'cbz']);
      await octavo.api.call(undoConversion, { params, body: {} });
      expect(await shelf.tree()).toEqual(before);
    });

    test('books are deleted with their files, and put back', async () => {
      const books = await shelf.books();
      const book_ids = books.flatMap(({ id, format }) => (format === 'folder' ? [] : [id]));
      const deletion = await octavo.api.call(createFileDeletion, { body: { book_ids } });
      const params = { id: deletion.id ?? '' };
      expect(await shelf.tree()).toHaveLength(before.length - 2);
      const { data } = await octavo.api.call(listDeletedBooks, { params });
      expect(data.map(({ reason }) => reason)).toEqual([null, null]);
      await octavo.api.call(undoFileDeletion, { params, body: {} });
      expect(await shelf.tree()).toEqual(before);
    });

    test('a file of another folder is added, and put back', async () => {
      const path = join(root, `New ${where}`, folder);
      mkdirSync(path, { recursive: true });
      writeCbz(join(path, `${folder.split('/').at(-1)} 04.cbz`), 5);
      const { id: folderId } = await octavo.api.call(createIntakeFolder, {
        body: { path, library_id: shelf.id, method: 'move' },
      });
      const { id } = await octavo.api.call(lookThroughFolder, { params: { id: folderId } });
      await octavo.idle();
      const stateOf = async () => {
        await octavo.idle();
        const { data } = await octavo.api.call(listIntakeFiles, { params: { id } });
        return data.map(({ state, reason, action }) => [state, reason, action]);
      };
      await octavo.api.call(takeIn, { params: { id } });
      expect(await stateOf()).toEqual([['taken', null, 'add']]);
      expect(await shelf.books()).toHaveLength(4);
      expect(readdirSync(path)).toEqual([]);
      await octavo.api.call(undoIntake, { params: { id }, body: {} });
      expect(await shelf.tree()).toEqual(before);
      expect(readdirSync(path)).toHaveLength(1);
    });

    test('a file is uploaded', async () => {
      const bytes = zipBytes([{ name: '1.png', data: pngPage(9, 9) }]);
      const { id } = await octavo.api.call(createUpload, {
        params: { id: shelf.id },
        body: { name: 'Saga 03.cbz', file_size: bytes.length, folder },
      });
      const part = await octavo.request(`/uploads/${id}/parts/0`, {
        method: 'PUT',
        headers: { 'content-type': 'application/octet-stream' },
        body: new Uint8Array(bytes),
      });
      expect(part.status).toBe(200);
      await octavo.api.call(finishUpload, { params: { id }, body: {} });
      expect((await shelf.books()).map(({ error }) => error)).toEqual([null, null, null, null]);
    });
  });
});
