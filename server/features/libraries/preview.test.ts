import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { listLibraries } from '../../../shared/api/libraries.ts';
import { previewLibrary } from '../../../shared/api/library-preview.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { addUser } from '../../testing/users.ts';
import { writeCbz } from '../../testing/zip.ts';

let octavo: TestServer;
let root: string;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'octavo-preview-'));
  for (const path of ['Sun/Sun v01.cbz', 'Sun/Sun v02.cbz', 'Sun/x/Sun v03.cbz', 'Moon v01.cbz']) {
    writeCbz(join(root, path), 1);
  }
  octavo = await startTestServer();
});
afterEach(async () => {
  await octavo.stop();
  rmSync(root, { recursive: true, force: true });
});

const preview = async (body: {
  series_strategy?: 'folder' | 'nested';
  excluded_patterns?: string[];
}) => {
  const { folders } = await octavo.api.call(previewLibrary, { body: { paths: [root], ...body } });
  if (!folders[0]) throw new Error('No preview');
  return folders[0];
};

const found = (name: string, titles: string[]) => ({
  name,
  previous_name: null,
  publisher: null,
  book_count: titles.length,
  examples: titles.map((title) => `${title}.cbz`),
  titles,
});

test('reports formats, the likely kind, and the series of each grouping', async () => {
  expect(await preview({})).toEqual({
    path: root,
    book_count: 4,
    formats: [{ format: 'cbz', count: 4 }],
    guess: 'manga',
    series_count: 3,
    series: [
      found('Moon', ['Moon v01']),
      found('Sun', ['Sun v01', 'Sun v02']),
      found('x', ['Sun v03']),
    ],
    renamed_count: 0,
    left_out: 0,
    has_calibre: false,
    changes: null,
    complete: true,
  });
  const nested = await preview({ series_strategy: 'nested' });
  expect(nested.series.map(({ name, book_count }) => [name, book_count])).toEqual([
    ['Moon', 1],
    ['Sun', 3],
  ]);
  expect((await preview({ excluded_patterns: ['**/x/**'] })).book_count).toBe(3);
  expect((await octavo.api.call(listLibraries)).total).toBe(0);
});

test('a folder that is not there is a bad request, and readers may not look', async () => {
  const body = { paths: [join(root, 'nowhere')] };
  await expect(octavo.api.call(previewLibrary, { body })).rejects.toMatchObject({
    code: 'BadRequest',
  });
  const headers = await addUser(octavo.dataDir, { username: 'ann', role: 'reader' });
  const response = await fetch(`${octavo.url}/api/v1/libraries/preview`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ paths: [root] }),
  });
  expect(response.status).toBe(403);
});
