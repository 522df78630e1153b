import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import {
  type EntryKind,
  getScanReport,
  listScanReportEntries,
  listScanReports,
  restoreIgnoredFiles,
  undoScanReportEntries,
} from '../../../shared/api/scan-reports.ts';
import { listTrash } from '../../../shared/api/trash.ts';
import { newId } from '../../database/ids.ts';
import { startScannedLibrary, type ScannedLibraryServer } from '../../testing/scanned-library.ts';
import { addUser } from '../../testing/users.ts';
import { zipBytes, pngPage } from '../../testing/zip.ts';
import { mkdirSync, writeFileSync } from 'node:fs';

let scanned: ScannedLibraryServer;
beforeEach(async () => {
  scanned = await startScannedLibrary();
});
afterEach(() => scanned.stop());

const reports = async () => (await scanned.api.call(listScanReports)).data;
const lastReport = async () => {
  const [report] = await reports();
  if (!report) throw new Error('No report');
  return report;
};
const entries = async (kind?: EntryKind) => {
  const { id } = await lastReport();
  const { data } = await scanned.api.call(listScanReportEntries, {
    params: { id },
    query: kind ? { kind } : {},
  });
  return { id, data, ids: data.map((entry) => entry.id) };
};
const undo = (id: string, entry_ids: string[]) =>
  scanned.api.call(undoScanReportEntries, { params: { id }, body: { entry_ids } });
/** A comic with ComicInfo; its title makes each one distinct. */
const addTitled = (path: string, title: string) => {
  mkdirSync(join(scanned.root, path, '..'), { recursive: true });
  const info = `<?xml version="1.0"?><ComicInfo><Title>${title}</Title><Number>7</Number></ComicInfo>`;
  writeFileSync(
    join(scanned.root, path),
    zipBytes([
      { name: 'ComicInfo.xml', data: Buffer.from(info) },
      { name: '1.png', data: pngPage() },
    ]),
  );
};

test('a report says what a scan added, moved, lost, found again and could not read', async () => {
  scanned.add('A/A 1.cbz', 'A/A 2.cbz', 'A/A 3.cbz');
  writeFileSync(join(scanned.root, 'A/broken.cbz'), 'no archive');
  await scanned.scan();
  expect(await lastReport()).toMatchObject({
    outcome: 'completed',
    mode: 'normal',
    library_id: scanned.library.id,
    counts: { added: 4, changed: 0, moved: 0, missing: 0, returned: 0, failed: 1 },
  });
  const { data: failed } = await entries('failed');
  expect(failed).toMatchObject([
    { path: 'A/broken.cbz', book: null, undo: null, refusal: 'unreadable' },
  ]);
  scanned.rename('A/A 1.cbz', 'B/A 1.cbz');
  scanned.rename('A/A 2.cbz', '../away.cbz');
  await scanned.scan();
  expect((await lastReport()).counts).toMatchObject({ added: 0, moved: 1, missing: 1 });
  expect((await entries('moved')).data).toMatchObject([
    { path: 'B/A 1.cbz', previous_path: 'A/A 1.cbz', undo: 'separate' },
  ]);
  expect((await entries('missing')).data).toMatchObject([
    { path: 'A/A 2.cbz', undo: null, refusal: 'file_missing', book: { missing: true } },
  ]);
  scanned.rename('../away.cbz', 'A/A 2.cbz');
  await scanned.scan();
  expect((await entries('returned')).data).toMatchObject([{ refusal: 'file_back' }]);
});

test('of scans that changed nothing only the last one is kept', async () => {
  scanned.add('A/A 1.cbz');
  await scanned.scan();
  for (let time = 0; time < 3; time += 1) await scanned.scan();
  expect((await reports()).map(({ counts }) => counts.added)).toEqual([0, 1]);
});

test('an added file that is ignored stays away until it is wanted again', async () => {
  scanned.add('A/A 1.cbz', 'A/A 2.cbz');
  await scanned.scan();
  const book = await scanned.bookAt('A 2.cbz');
  const { id, data } = await entries('added');
  const entry = data.find(({ book: found }) => found?.id === book.id)?.id ?? '';
  expect(await undo(id, [entry])).toEqual({ done: 1, refused: [] });
  for (const mode of ['normal', 'deep'] as const) {
    await scanned.scan(mode);
    expect(await scanned.shape()).toEqual({ A: 1 });
  }
  expect(await undo(id, [entry])).toEqual({
    done: 0,
    refused: [{ entry_id: entry, refusal: 'undone' }],
  });
  await scanned.api.call(restoreIgnoredFiles, { params: { id }, body: { entry_ids: [entry] } });
  expect(await scanned.shape()).toEqual({ A: 2 });
  await scanned.scan();
  expect((await scanned.bookAt('A 2.cbz')).id).toBe(book.id);
});

test('changed metadata gets its former values back, and the next scan leaves them', async () => {
  addTitled('A/A 1.cbz', 'First title');
  await scanned.scan();
  const { id: bookId } = await scanned.bookAt('A 1.cbz');
  addTitled('A/A 1.cbz', 'Another title');
  await scanned.scan();
  const { id, data, ids } = await entries('changed');
  expect(data).toMatchObject([{ undo: 'restore', book: { title: 'Another title' } }]);
  expect(data[0]?.changes).toContainEqual({
    field: 'title',
    before: 'First title',
    after: 'Another title',
  });
  expect((await undo(id, ids)).done).toBe(1);
  await scanned.scan('deep');
  expect(await scanned.book(bookId)).toMatchObject({ title: 'First title', number: 7 });
});

test('a file that was taken for a moved book becomes its own, and progress stays', async () => {
  scanned.add('A/A 1.cbz', 'A/A 2.cbz');
  await scanned.scan();
  const old = await scanned.bookAt('A 1.cbz');
  await scanned.read(old.id);
  scanned.rename('A/A 1.cbz', 'B/Other 9.cbz');
  await scanned.scan();
  expect((await scanned.bookAt('Other 9.cbz')).id).toBe(old.id);
  const { id, ids } = await entries('moved');
  expect(await undo(id, ids)).toEqual({ done: 1, refused: [] });
  const isApart = async () => {
    const fresh = await scanned.bookAt('Other 9.cbz');
    expect(fresh.id).not.toBe(old.id);
    expect(fresh).toMatchObject({ series_name: 'B', progress: null });
    const { data } = await scanned.api.call(listTrash);
    expect(data).toMatchObject([{ id: old.id, progress: { current_page: 1 } }]);
    expect(await scanned.shape()).toEqual({ A: 1, B: 1 });
  };
  await isApart();
  await scanned.scan();
  await isApart();
  await scanned.scan('deep');
  await isApart();
  // The original file returns to its path.
  scanned.add('A/A 0.cbz', 'A/A 1.cbz');
  rmSync(join(scanned.root, 'A/A 0.cbz'));
  await scanned.scan();
  expect((await scanned.bookAt('A 1.cbz')).id).toBe(old.id);
  expect((await scanned.progressOf(old.id)).current_page).toBe(1);
});

test('what is unknown is not found, and readers see no report', async () => {
  scanned.add('A/A 1.cbz');
  await scanned.scan();
  const { id } = await lastReport();
  const missing = { code: 'NotFound' };
  await expect(undo(id, [newId()])).rejects.toMatchObject(missing);
  await expect(undo(newId(), [newId()])).rejects.toMatchObject(missing);
  await expect(scanned.api.call(getScanReport, { params: { id: newId() } })).rejects.toMatchObject(
    missing,
  );
  const headers = await addUser(scanned.octavo.dataDir, { username: 'ann', role: 'reader' });
  const response = await fetch(`${scanned.octavo.url}/api/v1/scans/reports/${id}`, { headers });
  expect(response.status).toBe(403);
});
