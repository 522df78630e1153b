import { appendFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test, vi } from 'vitest';

import { startScannedLibrary } from '../testing/scanned-library.ts';
import { listBooks } from '../../shared/api/books.ts';

vi.setConfig({ testTimeout: 60_000 });

/** More than the buffers of a connection take, bytes. */
const size = 50_000_000;

test('the download of a file that becomes shorter is broken off, instead of waiting for the rest', async () => {
  const scanned = await startScannedLibrary();
  scanned.add('Saga/Saga 1.cbz');
  const path = join(scanned.root, 'Saga/Saga 1.cbz');
  await scanned.scan();
  // As an archive with a long end that is no part of it.
  appendFileSync(path, Buffer.alloc(size));
  await scanned.scan();
  const [book] = (await scanned.api.call(listBooks)).data;
  const response = await fetch(`${scanned.octavo.url}/api/v1/books/${book?.id}/file`, {
    headers: { authorization: `Bearer ${scanned.octavo.token}` },
  });
  expect(Number(response.headers.get('content-length'))).toBeGreaterThan(size);
  const reader = response.body?.getReader();
  await reader?.read();
  truncateSync(path, 1_000_000);
  const rest = async () => {
    while (reader && !(await reader.read()).done);
  };
  await expect(rest()).rejects.toThrow();
  await scanned.stop();
});
