import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { listBooks } from '../../../shared/api/books.ts';
import { createLibrary, deleteLibrary, updateLibrary } from '../../../shared/api/libraries.ts';
import { getScanStatus } from '../../../shared/api/scans.ts';
import { updateSetting } from '../../../shared/api/settings.ts';
import { cancelUpload, createUpload, finishUpload } from '../../../shared/api/uploads.ts';
import type { Upload } from '../../../shared/api/uploads.ts';
import { noRestrictions } from '../../../shared/api/restrictions.ts';
import { listUsers, updateUser } from '../../../shared/api/users.ts';
import type { ErrorBody } from '../../../shared/errors.ts';
import { placeDraft } from '../../lib/target-folder.ts';
import { interceptOperations } from '../../testing/faults/operations.ts';
import { snapshotsOf } from '../../testing/faults/snapshots.ts';
import { leftOutOnWindows } from '../../testing/on-windows.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { addUser } from '../../testing/users.ts';
import { pngPage, zipBytes } from '../../testing/zip.ts';

let octavo: TestServer;
let root: string;
let outside: string;
let libraryId: string;

beforeAll(async () => {
  octavo = await startTestServer();
});
afterAll(() => octavo.stop());
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'octavo-uploads-'));
  outside = mkdtempSync(join(tmpdir(), 'octavo-outside-'));
  const name = root.slice(-6);
  const body = { name, path: root, excluded_patterns: ['Private/**'] };
  libraryId = (await octavo.api.call(createLibrary, { body })).id;
});
afterEach(async () => {
  await octavo.idle();
  rmSync(root, { recursive: true, force: true });
  rmSync(outside, { recursive: true, force: true });
});

/** The bytes of a comic with unique content. */
const comic = (): Buffer =>
  zipBytes([
    { name: '1.png', data: pngPage() },
    { name: 'note.txt', data: Buffer.from(crypto.randomUUID()) },
  ]);

const begin = (name: string, file_size: number, folder = '') =>
  octavo.api.call(createUpload, {
    params: { id: libraryId },
    body: { name, file_size, folder },
  });
const part = (id: string, offset: number, bytes: Buffer, headers: Record<string, string> = {}) =>
  octavo.request(`/uploads/${id}/parts/${offset}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream', ...headers },
    body: new Uint8Array(bytes),
  });
const finish = (id: string, name?: string) =>
  octavo.api.call(finishUpload, { params: { id }, body: name === undefined ? {} : { name } });
const send = async (name: string, bytes: Buffer, folder = ''): Promise<Upload> => {
  const { id } = await begin(name, bytes.length, folder);
  expect((await part(id, 0, bytes)).status).toBe(200);
  return finish(id);
};
const titles = async () => {
  await octavo.idle();
  const { data } = await octavo.api.call(listBooks, { query: { library_id: libraryId } });
  return data.map(({ title }) => title).sort();
};

test('a file arrives in parts, is put into its folder and is a book at once', async () => {
  const bytes = comic();
  const half = Math.floor(bytes.length / 2);
  const { id } = await begin('Saga #1.cbz', bytes.length, 'Image/Saga');
  expect(await (await part(id, 0, bytes.subarray(0, half))).json()).toMatchObject({
    received: half,
  });
  expect(readdirSync(join(root, 'Image', 'Saga'))).toHaveLength(1);
  expect(existsSync(join(root, 'Image', 'Saga', 'Saga #1.cbz'))).toBe(false);

  expect((await part(id, 0, bytes.subarray(0, half))).status).toBe(409);
  expect((await part(id, half, Buffer.concat([bytes, bytes]))).status).toBe(413);
  await expect(finish(id)).rejects.toMatchObject({ code: 'Conflict' });
  expect((await part(id, half, bytes.subarray(half))).status).toBe(200);
  expect(await finish(id)).toMatchObject({ path: 'Image/Saga/Saga #1.cbz' });

  expect(readdirSync(join(root, 'Image', 'Saga'))).toEqual(['Saga #1.cbz']);
  expect(readFileSync(join(root, 'Image', 'Saga', 'Saga #1.cbz'))).toEqual(bytes);
  expect(await titles()).toEqual(['Saga #1']);
});

test('the scan reads only the new file, and calls nothing else missing', async () => {
  await send('Saga 1.cbz', comic(), 'Saga');
  await send('Bone 1.cbz', comic(), 'Bone');
  await octavo.idle();
  rmSync(join(root, 'Saga', 'Saga 1.cbz'));
  await send('Bone 2.cbz', comic(), 'Bone');
  expect(await titles()).toEqual(['Bone 1', 'Bone 2', 'Saga 1']);
  const status = await octavo.api.call(getScanStatus, { params: { id: libraryId } });
  expect(status).toMatchObject({ files_total: 1, books_added: 1, books_removed: 0 });
});

test('nothing is overwritten, and a free name is suggested', async () => {
  const first = comic();
  await send('Saga 1.cbz', first);
  const second = comic();
  await expect(begin('SAGA 1.cbz', second.length)).rejects.toMatchObject({
    code: 'Conflict',
    details: { suggested_name: 'SAGA 1 (2).cbz' },
  });

  const { id } = await begin('Saga 2.cbz', second.length);
  await part(id, 0, second);
  writeFileSync(join(root, 'Saga 2.cbz'), 'copied by hand meanwhile');
  await expect(finish(id)).rejects.toMatchObject({
    code: 'Conflict',
    details: { suggested_name: 'Saga 2 (2).cbz' },
  });
  expect(await finish(id, 'Saga 2 (2).cbz')).toMatchObject({ path: 'Saga 2 (2).cbz' });
  expect(readFileSync(join(root, 'Saga 1.cbz'))).toEqual(first);
  expect(readFileSync(join(root, 'Saga 2.cbz'), 'utf8')).toBe('copied by hand meanwhile');
});

test('an upload that is killed at any step has its name either as a whole or not at all', async () => {
  const bytes = comic();
  const { id } = await begin('Saga 1.cbz', bytes.length);
  await part(id, 0, bytes);
  const steps = await snapshotsOf(root, join(outside, 'steps'), () => finish(id));
  expect(steps.length).toBeGreaterThanOrEqual(2);
  for (const { before, copy } of steps) {
    const file = join(copy, 'Saga 1.cbz');
    if (existsSync(file)) expect(readFileSync(file), before).toEqual(bytes);
  }
  expect(readdirSync(root)).toEqual(['Saga 1.cbz']);
});

test('a drive without links takes uploads too, and nothing is overwritten', async () => {
  const stop = interceptOperations([root], {
    before: ({ name }) => {
      if (name === 'link') throw Object.assign(new Error('Not supported'), { code: 'EPERM' });
    },
  });
  try {
    const bytes = comic();
    await send('Saga 1.cbz', bytes);
    expect(readFileSync(join(root, 'Saga 1.cbz'))).toEqual(bytes);
    expect(readdirSync(root)).toEqual(['Saga 1.cbz']);
    writeFileSync(join(root, 'draft'), 'other');
    await expect(placeDraft(join(root, 'draft'), join(root, 'Saga 1.cbz'))).rejects.toThrow(
      /EEXIST/,
    );
    expect(readFileSync(join(root, 'Saga 1.cbz'))).toEqual(bytes);
  } finally {
    stop();
  }
});

test('a file that is no book is dropped, with what is wrong', async () => {
  const bytes = Buffer.from('<!doctype html><title>404</title>');
  const { id } = await begin('Saga 1.cbz', bytes.length, 'New');
  await part(id, 0, bytes);
  await expect(finish(id)).rejects.toMatchObject({
    code: 'UnprocessableContent',
    message: expect.stringContaining('web page') as string,
  });
  expect(readdirSync(root)).toEqual([]);
  await expect(finish(id)).rejects.toMatchObject({ code: 'NotFound' });
});

describe('an upload that has arrived as a whole', () => {
  const arrived = async (): Promise<string> => {
    const bytes = comic();
    const { id } = await begin('Saga 1.cbz', bytes.length, 'Image/Saga');
    expect((await part(id, 0, bytes)).status).toBe(200);
    return id;
  };

  test('is dropped with 404 when its library is gone', async () => {
    const id = await arrived();
    await octavo.api.call(deleteLibrary, { params: { id: libraryId } });
    await expect(finish(id)).rejects.toMatchObject({
      code: 'NotFound',
      message: `Library ${libraryId} was not found`,
    });
    expect(readdirSync(root)).toEqual([]);
    await expect(finish(id)).rejects.toMatchObject({ message: `Upload ${id} was not found` });
  });

  test('is dropped with 409 when its library has another folder', async () => {
    const id = await arrived();
    const params = { id: libraryId };
    await octavo.api.call(updateLibrary, { params, body: { path: outside } });
    await expect(finish(id)).rejects.toMatchObject({
      code: 'Conflict',
      message: expect.stringContaining('another folder') as string,
    });
    expect([readdirSync(root), readdirSync(outside)]).toEqual([[], []]);
    await expect(finish(id)).rejects.toMatchObject({ code: 'NotFound' });
  });

  test('is dropped with 403 when its sender may see only a part of the library now', async () => {
    const bytes = comic();
    const sender = await addUser(octavo.dataDir, {
      ...{ username: 'tom', role: 'reader', permissions: ['books-upload'] },
    });
    const send = (path: string, body: object) =>
      octavo.request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...sender },
        body: JSON.stringify(body),
      });
    const what = { name: 'Saga 1.cbz', file_size: bytes.length };
    const begun = await send(`/libraries/${libraryId}/uploads`, what);
    const { id } = (await begun.json()) as Upload;
    expect((await part(id, 0, bytes, sender)).status).toBe(200);
    const { data } = await octavo.api.call(listUsers, {});
    await octavo.api.call(updateUser, {
      params: { id: data.find(({ username }) => username === 'tom')?.id ?? '' },
      body: { restrictions: { ...noRestrictions, max_age: 12 } },
    });
    expect((await send(`/uploads/${id}/finish`, {})).status).toBe(403);
    expect(readdirSync(root)).toEqual([]);
  });
});

test('an upload that is cancelled leaves nothing behind', async () => {
  const bytes = comic();
  const { id } = await begin('Saga 1.cbz', bytes.length, 'a/b');
  await part(id, 0, bytes.subarray(0, 20));
  await octavo.api.call(cancelUpload, { params: { id } });
  expect(readdirSync(root)).toEqual([]);
});

describe('names', () => {
  test.each([
    ['What: a "day"?.cbz', 'What a day .cbz'],
    ['Dots . .cbz', 'Dots.cbz'],
    ['Zoe\u0301.cbz', 'Zoé.cbz'],
  ])('%s is made safe', async (given, name) => {
    const found = await begin(given, 10);
    expect(found.name).toBe(name.replace(' .cbz', '.cbz'));
    await octavo.api.call(cancelUpload, { params: { id: found.id } });
  });

  test.each(['../a.cbz', 'a\\b.cbz', '.hidden.cbz', 'CON.cbz', 'nul .cbz', 'notes.txt', '..'])(
    '%s is refused',
    async (name) => {
      await expect(begin(name, 10)).rejects.toMatchObject({ code: 'BadRequest' });
    },
  );

  test.each(['..', 'a/../..', 'a\\b', '.octavo-bin', 'COM1', 'what?', 'Private', '@eaDir'])(
    'the folder %s is refused',
    async (folder) => {
      await expect(begin('a.cbz', 10, folder)).rejects.toMatchObject({ code: 'BadRequest' });
      expect(readdirSync(root)).toEqual([]);
    },
  );

  test.skipIf(leftOutOnWindows('its links need an admin'))(
    'a folder that is a link is refused',
    async () => {
      symlinkSync(outside, join(root, 'link'));
      await expect(begin('a.cbz', 10, 'link/new')).rejects.toMatchObject({ code: 'BadRequest' });
      expect(readdirSync(outside)).toEqual([]);
    },
  );

  test('a file in place of a folder is refused', async () => {
    mkdirSync(join(root, 'Saga'));
    writeFileSync(join(root, 'Saga', 'x'), '');
    await expect(begin('a.cbz', 10, 'Saga/x')).rejects.toMatchObject({ code: 'BadRequest' });
  });
});

test('files beyond the limit or the free space are refused before they are sent', async () => {
  const key = 'library.upload_max_mb';
  await octavo.api.call(updateSetting, { params: { key }, body: { value: 1 } });
  await expect(begin('a.cbz', 1_000_001)).rejects.toMatchObject({ code: 'PayloadTooLarge' });
  await octavo.api.call(updateSetting, { params: { key }, body: { value: 1_000_000 } });
  await expect(begin('a.cbz', 999_999_000_000)).rejects.toMatchObject({
    code: 'UnprocessableContent',
    message: expect.stringContaining('too little free space') as string,
  });
  await octavo.api.call(updateSetting, { params: { key }, body: { value: 4000 } });
});

test('a person has eight uploads at most, also if all begin at once', async () => {
  const begun = await Promise.allSettled(
    Array.from({ length: 12 }, (_, index) => begin(`${index}.cbz`, 9)),
  );
  const open = begun.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []));
  expect(open).toHaveLength(8);
  await expect(begin('9.cbz', 9)).rejects.toMatchObject({ code: 'TooManyRequests' });
  for (const { id } of open) await octavo.api.call(cancelUpload, { params: { id } });
});

test('readers need the permission, and nobody touches the upload of another', async () => {
  const bytes = comic();
  const { id } = await begin('a.cbz', bytes.length);
  const { dataDir } = octavo;
  const url = `/libraries/${libraryId}/uploads`;
  const body = JSON.stringify({ name: 'b.cbz', file_size: 10 });
  const type = { 'content-type': 'application/json' };
  const reader = await addUser(dataDir, { username: 'ann', role: 'reader' });
  const maintainer = await addUser(dataDir, { username: 'mia', role: 'maintainer' });
  for (const headers of [reader, maintainer]) {
    const refused = await octavo.request(url, {
      method: 'POST',
      headers: { ...type, ...headers },
      body,
    });
    expect(refused.status).toBe(403);
  }
  const uploader = await addUser(dataDir, {
    username: 'ben',
    role: 'reader',
    permissions: ['books-upload'],
  });
  const begun = await octavo.request(url, {
    method: 'POST',
    headers: { ...type, ...uploader },
    body,
  });
  expect(begun.status).toBe(201);
  const other = await part(id, 0, bytes, uploader);
  expect([other.status, ((await other.json()) as ErrorBody).error]).toEqual([404, 'NotFound']);
});
