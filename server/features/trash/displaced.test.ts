import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { createLibrary } from '../../../shared/api/libraries.ts';
import { updateProgress } from '../../../shared/api/progress.ts';
import { startScan } from '../../../shared/api/scans.ts';
import { listTrash } from '../../../shared/api/trash.ts';
import { readWithYauzl } from '../../testing/second-zip-reader.ts';
import { startTestServer } from '../../testing/server.ts';
import { writeCbz } from '../../testing/zip.ts';

test('a book whose file was replaced by that of another keeps a legible path in the trash', async () => {
  const octavo = await startTestServer();
  const root = mkdtempSync(join(tmpdir(), 'octavo-displaced-'));
  try {
    const [first, second] = [join(root, 'Heron/Heron 1.cbz'), join(root, 'Heron/Heron 2.cbz')];
    writeCbz(first, 2);
    writeCbz(second, 3);
    const { call } = octavo.api;
    const { id: library } = await call(createLibrary, {
      body: { name: 'Comics', path: root, scan_immediately: true },
    });
    await octavo.idle();
    renameSync(first, second);
    await call(startScan, { params: { id: library } });
    await octavo.idle();

    const [lost] = (await call(listTrash)).data;
    expect(lost).toMatchObject({ title: 'Heron 2', page_count: 3, path: second });
    const id = lost?.id ?? '';
    const text = async (path: string) => (await octavo.request(path)).text();
    const page = await octavo.request(`/books/${id}/pages/1`);
    expect([page.status, await page.text()]).toEqual([
      404,
      expect.stringContaining('no longer exists on the disk') as string,
    ]);

    await call(updateProgress, { params: { id }, body: { current_page: 2 } });
    expect(await text('/data-export/progress?scope=household')).toContain(`${second},Heron 2,`);
    const archive = await octavo.request('/data-export?scope=household');
    const read = await readWithYauzl(Buffer.from(await archive.arrayBuffer()), 1024 ** 2);
    const books = ('entries' in read ? read.entries : []).find(
      ({ name }) => name === 'records/book.jsonl',
    );
    // An import must not take it for the book that is there now.
    expect(
      String(books?.content)
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { path: string | null }).path),
    ).toEqual([second, null]);
  } finally {
    await octavo.stop();
    rmSync(root, { recursive: true, force: true });
  }
});
