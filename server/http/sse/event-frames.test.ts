import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { listBooks } from '../../../shared/api/books.ts';
import {
  createCollection,
  deleteCollection,
  resetCollectionCover,
  updateCollection,
} from '../../../shared/api/collections.ts';
import { resetBookCover } from '../../../shared/api/covers.ts';
import { createLibrary, deleteLibrary, updateLibrary } from '../../../shared/api/libraries.ts';
import { createPairing, redeemPairing } from '../../../shared/api/pairing.ts';
import { createAnnotation } from '../../../shared/api/annotations.ts';
import { updateProgress } from '../../../shared/api/progress.ts';
import { addWanted } from '../../../shared/api/want-to-read.ts';
import {
  createReadList,
  deleteReadList,
  resetReadListCover,
  updateReadList,
} from '../../../shared/api/read-lists.ts';
import { markMany } from '../../../shared/api/progress-marks.ts';
import { createReleaseSource } from '../../../shared/api/release-sources.ts';
import { recordRelease } from '../../../shared/api/releases.ts';
import { addFont } from '../../../shared/api/fonts.ts';
import { getScanStatus, startScan } from '../../../shared/api/scans.ts';
import { updateSharing } from '../../../shared/api/sharing.ts';
import { entityEvents, scanEvents, taskEvents } from '../../../shared/events.ts';
import { systemDrives } from '../../features/filesystem/drives.ts';
import type { Mount } from '../../features/filesystem/mounts.ts';
import { eventProblems } from '../../testing/api-document.ts';
import { listenTo, type StreamEvent } from '../../testing/event-stream.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { writeCbz } from '../../testing/zip.ts';

let octavo: TestServer;
let root: string;
const mounts: Mount[] = [];
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'octavo-frames-'));
  octavo = await startTestServer({
    drives: { ...systemDrives(), mounts: () => Promise.resolve(mounts) },
  });
});
afterAll(async () => {
  await octavo.stop();
  rmSync(root, { recursive: true, force: true });
});

const scan = async (id: string) => {
  await octavo.api.call(startScan, { params: { id } });
  await octavo.idle();
  expect((await octavo.api.call(getScanStatus, { params: { id } })).status).toBe('completed');
};

const liveThroughLists = async (book: { id: string; series_id: string }) => {
  const { api } = octavo;
  const list = await api.call(createReadList, { body: { name: 'Both', book_ids: [book.id] } });
  const ofList = { params: { id: list.id } };
  await api.call(updateReadList, { ...ofList, body: { name: 'All' } });
  await api.call(resetReadListCover, ofList);
  await api.call(deleteReadList, ofList);
  const body = { name: 'Some', series_ids: [book.series_id] };
  const collection = await api.call(createCollection, { body });
  const ofCollection = { params: { id: collection.id } };
  await api.call(updateCollection, { ...ofCollection, body: { name: 'More' } });
  await api.call(resetCollectionCover, ofCollection);
  await api.call(deleteCollection, ofCollection);
};

/** Triggers every event: books added, changed and removed, reading, releases, libraries. */
const liveThroughEverything = async () => {
  writeCbz(join(root, 'Saga', 'Saga 1.cbz'), 2);
  writeCbz(join(root, 'Saga', 'Saga 2.cbz'), 2);
  const { id } = await octavo.api.call(createLibrary, { body: { name: 'Comics', path: root } });
  await scan(id);
  const { data } = await octavo.api.call(listBooks);
  const book = data[0] ?? { id: '', series_id: '' };
  await octavo.api.call(updateProgress, { params: { id: book.id }, body: { current_page: 1 } });
  await octavo.api.call(markMany, {
    body: { read: true, series_ids: [book.series_id], book_ids: [] },
  });
  await octavo.api.call(resetBookCover, { params: { id: book.id } });
  await liveThroughLists(book);
  await octavo.api.call(addWanted, { body: { ids: [book.id] } });
  await octavo.api.call(createAnnotation, {
    params: { id: book.id },
    body: { kind: 'bookmark', page: 1 },
  });
  const source = await octavo.api.call(createReleaseSource, {
    body: { display_name: 'Feed', source_tag: 'feed', url: 'https://example.com/feed' },
  });
  await octavo.api.call(recordRelease, {
    body: {
      seriesId: book.series_id,
      sourceId: source.id,
      externalReleaseId: 'feed:1',
      payloadUrl: 'https://example.com/1',
    },
  });
  const { token } = await octavo.api.call(createPairing, { body: { permissions: ['books-read'] } });
  await octavo.api.call(redeemPairing, { body: { token, device_name: 'Phone' } });
  writeCbz(join(root, 'Saga', 'Saga 1.cbz'), 5);
  rmSync(join(root, 'Saga', 'Saga 2.cbz'));
  await scan(id);
  writeCbz(join(root, 'Other', 'Other 1.cbz'), 2);
  rmSync(join(root, 'Saga'), { recursive: true });
  await scan(id);
  mounts.push({ mount: '/media/stick', source: '/dev/sdb1', type: 'vfat' });
  const font = 'pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf';
  const bytes = readFileSync(join(import.meta.dirname, '../../../node_modules', font));
  await octavo.api.call(addFont, { body: new Blob([new Uint8Array(bytes)]) });
  await octavo.api.call(updateSharing, { body: { enabled: true } });
  await octavo.api.call(updateLibrary, { params: { id }, body: { name: 'All comics' } });
  await octavo.api.call(deleteLibrary, { params: { id } });
};

it('sends every event that is documented, and each as it is documented', async () => {
  const streams = {
    '/events/stream': entityEvents,
    '/scans/stream': scanEvents,
    '/tasks/stream': taskEvents,
  };
  const open = await Promise.all(
    Object.entries(streams).map(async ([path, names]) => ({
      path,
      names: Object.keys(names),
      ...(await listenTo(octavo, path)),
    })),
  );
  await liveThroughEverything();
  for (const { path, names, events, close } of open) {
    const told = () => [...new Set(events.map(({ name }) => name))].sort();
    await vi.waitFor(() => expect(told()).toEqual([...names].sort()), { timeout: 15_000 });
    close();
    const problems = ({ name, data }: StreamEvent) => eventProblems(path, name, data);
    expect(events.map(problems).filter((problem) => problem !== null)).toEqual([]);
  }
});
