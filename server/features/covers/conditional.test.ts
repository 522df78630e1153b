import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createCollection } from '../../../shared/api/collections.ts';
import { createReadList } from '../../../shared/api/read-lists.ts';
import { startOpdsLibrary, type OpdsLibrary } from '../../testing/opds-library.ts';

let library: OpdsLibrary;
let paths: string[];
beforeAll(async () => {
  library = await startOpdsLibrary('small');
  const { call } = library.octavo.api;
  const { id, series_id, library_id } = library.book('Many 1.cbz');
  const { id: shelf } = await call(createCollection, {
    body: { name: 'Conditional', series_ids: [series_id] },
  });
  const { id: list } = await call(createReadList, {
    body: { name: 'Conditional', book_ids: [id] },
  });
  paths = [
    `/api/v1/books/${id}/thumbnail`,
    `/api/v1/series/${series_id}/thumbnail`,
    `/api/v1/libraries/${library_id}/thumbnail`,
    `/api/v1/collections/${shelf}/thumbnail`,
    `/api/v1/read-lists/${list}/thumbnail`,
    `/komga/api/v1/books/${id}/thumbnail`,
    `/komga/api/v1/series/${series_id}/thumbnail`,
    `/komga/api/v1/collections/${shelf}/thumbnail`,
    `/komga/api/v1/readlists/${list}/thumbnails/${list}`,
    `/opds/v1.2/books/${id}/thumbnail`,
    `/opds/v2/series/${series_id}/thumbnail`,
    `/api/v1/books/${id}/pages/1`,
    `/komga/api/v1/books/${id}/pages/1/thumbnail`,
    `/opds/v1.2/books/${id}/pages/0?width=4`,
    `/opds/v2/books/${id}/pages/1`,
  ];
}, 60_000);
afterAll(() => library.stop());

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

test('a cover that was sent is sent again from memory, and nothing is read for a known one', async () => {
  const etags = new Map<string, string>();
  const covers = new Map<string, Buffer>();
  for (const path of paths) {
    const response = await library.get(path);
    expect([path, response.status]).toEqual([path, 200]);
    etags.set(path, response.headers.get('etag') ?? '');
    covers.set(path, await bytesOf(response));
  }
  // From here on, reading a cover file would fail.
  rmSync(join(library.octavo.dataDir, 'thumbnails'), { recursive: true });
  rmSync(library.folder, { recursive: true });
  const authorization = `Bearer ${library.octavo.token}`;
  for (const [path, etag] of etags) {
    const again = await library.get(path, { headers: { authorization, 'if-none-match': etag } });
    expect([path, again.status, again.headers.get('etag')]).toEqual([path, 304, etag]);
  }

  for (const path of paths.filter((name) =>
    /^\/api\/v1\/(books|series)\/[^/]*\/thumbnail/.test(name),
  )) {
    const again = await library.get(path);
    expect([again.status, again.headers.get('etag')]).toEqual([200, etags.get(path)]);
    expect(await bytesOf(again)).toEqual(covers.get(path));
    expect((await fetch(`${library.octavo.url}${path}`)).status).toBe(401);
  }
});
