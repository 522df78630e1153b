import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { listBooks } from '../../../shared/api/books.ts';
import {
  createFileDeletion,
  listFileDeletions,
  undoFileDeletion,
} from '../../../shared/api/file-deletions.ts';
import { createLibrary } from '../../../shared/api/libraries.ts';
import { updateSetting } from '../../../shared/api/settings.ts';
import { snapshotsOf } from '../../testing/faults/snapshots.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { writeCbz } from '../../testing/zip.ts';

let dir: string;
let run: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'octavo-killed-deletion-'));
  run = join(dir, 'run');
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const start = () => startTestServer({ dataDir: join(run, 'data') });
const shelf = () => join(run, 'shelf');
const files = () => readdirSync(shelf(), { recursive: true, encoding: 'utf8' }).sort();
const remaining = async ({ api }: TestServer) => (await api.call(listBooks, {})).total;

test('a deletion or its undo that is killed at any step is completed later, and leaves nothing behind', async () => {
  writeCbz(join(shelf(), 'Saga/Saga 01.cbz'), 2);
  writeCbz(join(shelf(), 'Bone/Bone 01.cbz'), 3);
  writeCbz(join(shelf(), 'Zot/Zot 01.cbz'), 4);
  mkdirSync(join(run, 'data'));
  let octavo = await start();
  await octavo.api.call(updateSetting, {
    params: { key: 'library.delete_files' },
    body: { value: true },
  });
  const body = { name: 'Comics', path: shelf(), scan_immediately: true };
  await octavo.api.call(createLibrary, { body });
  await octavo.idle();
  const before = files();
  const { data } = await octavo.api.call(listBooks, {});
  const book_ids = data.flatMap(({ id, title }) => (title === 'Zot 01' ? [] : [id]));
  const deletion = await snapshotsOf(run, join(dir, 'deletion'), async () => {
    await octavo.api.call(createFileDeletion, { body: { book_ids } });
    await octavo.idle();
  });
  const undo = await snapshotsOf(run, join(dir, 'undo'), async () => {
    const [latest] = (await octavo.api.call(listFileDeletions, {})).data;
    await octavo.api.call(undoFileDeletion, { params: { id: latest?.id ?? '' }, body: {} });
    await octavo.idle();
  });
  await octavo.stop();

  const afterStart = async ({ before: step, putInPlace }: (typeof undo)[number]) => {
    putInPlace();
    octavo = await start();
    try {
      await octavo.idle();
      const [latest] = (await octavo.api.call(listFileDeletions, {})).data;
      return { step, books: await remaining(octavo), files: files(), states: latest?.books };
    } finally {
      await octavo.stop();
    }
  };
  const done = { deleting: 0, restoring: 0, failed: 0 };
  const first = (snapshots: typeof undo, step: RegExp) => {
    const found = snapshots.find(({ before: operation }) => step.test(operation));
    if (!found) throw new Error(`There is no ${step.source}`);
    return found;
  };
  for (const step of [/^file rename/, /UPDATE binned_files/, /^file rmdir .shelf.Bone/]) {
    const found = await afterStart(first(deletion, step));
    expect(found).toMatchObject({ books: 1, states: { ...done, deleted: 2 } });
    const outside = found.files.filter((path) => !path.startsWith('.octavo-bin'));
    expect(outside, found.step).toEqual(['Zot', join('Zot', 'Zot 01.cbz')]);
    // The bin, and in it two folders with a file each.
    expect(found.files.length - outside.length, found.step).toBe(5);
  }
  for (const step of [/^file rename/, /^file rmdir/]) {
    expect(await afterStart(first(undo, step))).toMatchObject({ books: 3, files: before });
  }
}, 60_000);
