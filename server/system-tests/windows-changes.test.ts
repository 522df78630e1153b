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
const folders = ['Saga', 'What If...', deep.join('/')];

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

const call: TestServer['api']['call'] = async (...request) => {
  const answer = await octavo.api.call(...request);
  await octavo.idle();
  return answer;
};

/** A library with a book of each kind that is written differently. */
const fill = async (root: string, folder: string) => {
  const path = join(root, `Library ${folders.indexOf(folder)}`);
  const below = join(path, folder);
  mkdirSync(join(below, 'Pages'), { recursive: true });
  writeCbz(join(below, 'Saga 01.cbz'), 2);
  writeFileSync(join(below, 'Saga 02.cbt'), readFileSync(tar));
  for (const page of [1, 2, 3])
    writeFileSync(join(below, 'Pages', `${page}.png`), pngPage(8, 12, page * 40));
  const rights = { write_metadata: true, convert_files: true };
  const library = await call(createLibrary, {
    body: { name: path.slice(-30), path, ...rights },
  });
  await call(startScan, { params: { id: library.id } });
  const books = async () => (await call(listBooks, { query: { library_id: library.id } })).data;
  const tree = () =>
    readdirSync(path, { recursive: true, encoding: 'utf8' }).filter(
      (name) => !name.startsWith('.octavo-bin'),
    );
  return { library, books, tree };
};

describe.each(Object.entries(roots))('on %s', (_, root) => {
  test.each(folders)(
    'files in a folder are written, converted, deleted and added: %s',
    async (folder) => {
      const { library, books, tree } = await fill(root, folder);
      const params = { id: library.id };
      const before = tree().sort();
      expect(await books()).toHaveLength(3);

      for (const { id } of await books())
        await call(updateBook, { params: { id }, body: { title: 'Mine' } });
      const write = await call(planMetadataWrite, { params, body: {} });
      await call(applyMetadataWrite, { params: { id: write.id } });
      const written = (await call(listMetadataWriteFiles, { params: { id: write.id } })).data;
      expect(written.map(({ state, reason }) => [state, reason])).toEqual([
        ['written', null],
        ['written', null],
        ['written', null],
      ]);
      await call(undoMetadataWrite, { params: { id: write.id }, body: {} });
      expect(tree().sort()).toEqual(before);

      const { id } = await call(planConversion, { params, body: { pages: null } });
      const converted = async () =>
        (await call(listConversionFiles, { params: { id } })).data.map(({ state, reason }) => [
          state,
          reason,
        ]);
      await call(applyConversion, { params: { id } });
      expect(await converted()).toEqual([
        ['converted', null],
        ['converted', null],
      ]);
      expect((await books()).map(({ format, error }) => [format, error])).toEqual([
        ['cbz', null],
        ['cbz', null],
        ['cbz', null],
      ]);
      await call(undoConversion, { params: { id }, body: {} });
      expect(tree().sort()).toEqual(before);

      const book_ids = (await books())
        .filter(({ format }) => format !== 'folder')
        .map((book) => book.id);
      const deletion = await call(createFileDeletion, { body: { book_ids } });
      const deleted = { params: { id: deletion.id ?? '' } };
      const reasons = (await call(listDeletedBooks, deleted)).data.map(({ reason }) => reason);
      expect(reasons).toEqual([null, null]);
      expect(tree()).toHaveLength(before.length - 2);
      await call(undoFileDeletion, { ...deleted, body: {} });
      expect(tree().sort()).toEqual(before);

      const bytes = zipBytes([{ name: '1.png', data: pngPage(9, 9) }]);
      const upload = await call(createUpload, {
        params,
        body: { name: 'Saga 03.cbz', file_size: bytes.length, folder },
      });
      await octavo.request(`/uploads/${upload.id}/parts/0`, {
        method: 'PUT',
        headers: { 'content-type': 'application/octet-stream' },
        body: new Uint8Array(bytes),
      });
      await call(finishUpload, { params: { id: upload.id }, body: {} });
      expect((await books()).map(({ error }) => error)).toEqual([null, null, null, null]);
    },
  );
});
