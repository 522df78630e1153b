import { createHash } from 'node:crypto';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { createApiKey } from '../../../shared/api/api-keys.ts';
import { getProgress, updateProgress } from '../../../shared/api/progress.ts';
import { connect } from '../../database/database.ts';
import { documentHash } from '../../scanner/analysis/document-hash.ts';
import { startScannedLibrary } from '../../testing/scanned-library.ts';
import { basic } from '../../testing/send-json.ts';
import { admin } from '../../testing/server.ts';
import { writeCbz } from '../../testing/zip.ts';

let scanned: Awaited<ReturnType<typeof startScannedLibrary>>;
beforeEach(async () => {
  scanned = await startScannedLibrary();
  writeCbz(join(scanned.root, 'Saga/Saga 1.cbz'), 20);
  await scanned.scan();
  await scanned.octavo.idle();
});
afterEach(() => scanned.stop());

/** Moves what was written so far into the next year, as if the clock of the server had been ahead. */
const moveAhead = () => {
  const database = connect(join(scanned.octavo.dataDir, 'octavo.db'));
  try {
    for (const table of ['progress', 'koreader_places'])
      database
        .prepare(
          `UPDATE ${table} SET updated_at = strftime('%Y-%m-%dT%H:%M:%fZ', updated_at, '+1 year')`,
        )
        .run();
  } finally {
    database.close();
  }
};

test('after the clock of the server was ahead, every device goes on where another one is', async () => {
  const { api, url } = scanned.octavo;
  const { id } = await scanned.bookAt('Saga 1.cbz');
  const params = { id };
  const { key } = await api.call(createApiKey, { body: { name: 'KOReader' } });
  const document = documentHash(join(scanned.root, 'Saga/Saga 1.cbz')) ?? '';
  const sync = (path: string, init?: RequestInit) =>
    fetch(`${url}/koreader/syncs/progress${path}`, {
      ...init,
      headers: {
        'x-auth-user': admin.username,
        'x-auth-key': createHash('md5').update(key).digest('hex'),
        'content-type': 'application/json',
      },
    });
  const place = { document, progress: '4', percentage: 0.2, device: 'Kobo', device_id: 'a' };
  expect((await sync('', { method: 'PUT', body: JSON.stringify(place) })).status).toBe(200);
  moveAhead();

  // A device that was offline says when it was read.
  const updated_at = new Date(Date.now() - 1000).toISOString();
  await api.call(updateProgress, { params, body: { current_page: 9, updated_at } });
  expect(await (await sync(`/${document}`)).json()).toMatchObject({ progress: '9' });

  moveAhead();
  const sent = await fetch(`${url}/komga/api/v1/books/${id}/progression`, {
    method: 'PUT',
    headers: { ...basic(admin.username, admin.password), 'content-type': 'application/json' },
    body: JSON.stringify({
      modified: new Date().toISOString(),
      device: { id: 'b', name: 'Tablet' },
      locator: {
        href: `/komga/api/v1/books/${id}/pages/12`,
        type: 'image/png',
        locations: { position: 12 },
      },
    }),
  });
  expect(sent.status).toBe(204);
  expect((await api.call(getProgress, { params })).current_page).toBe(12);
});
