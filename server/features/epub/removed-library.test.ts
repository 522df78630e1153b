import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { listBooks } from '../../../shared/api/books.ts';
import { getManifest } from '../../../shared/api/epub.ts';
import { createLibrary, deleteLibrary } from '../../../shared/api/libraries.ts';
import { startScan } from '../../../shared/api/scans.ts';
import { startTestServer } from '../../testing/server.ts';

const fixtures = join(import.meta.dirname, '../../../../shared/fixtures/library/Books');

test('a reader whose library was removed while a text was open learns it with the next part', async () => {
  const root = mkdtempSync(join(tmpdir(), 'octavo-removed-'));
  cpSync(fixtures, root, { recursive: true, preserveTimestamps: true });
  const octavo = await startTestServer();
  try {
    const { id } = await octavo.api.call(createLibrary, { body: { name: 'Books', path: root } });
    await octavo.api.call(startScan, { params: { id } });
    await octavo.idle();
    const { data } = await octavo.api.call(listBooks, {});
    const text = data.find(({ format, error }) => format === 'epub' && error === null);
    const params = { id: text?.id ?? '' };
    const { readingOrder } = await octavo.api.call(getManifest, { params });
    const [part = ''] = readingOrder.map(({ href }) => href.replace('/api/v1', ''));
    expect((await octavo.request(part)).status).toBe(200);
    await octavo.api.call(deleteLibrary, { params: { id } });
    const response = await octavo.request(part);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      error: 'NotFound',
      message:
        'This book is no longer here: its library was removed, or you can no longer see it. Close it.',
      details: null,
    });
  } finally {
    await octavo.stop();
    rmSync(root, { recursive: true, force: true });
  }
});
