import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { listBooks } from '../../shared/api/books.ts';
import { createLibrary } from '../../shared/api/libraries.ts';
import type { ErrorBody } from '../../shared/errors.ts';
import { writeHostilePdf } from '../testing/hostile-pdf.ts';
import { writePdf } from '../testing/pdf.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { writeCbz } from '../testing/zip.ts';

const root = mkdtempSync(join(tmpdir(), 'octavo-hung-pdf-'));
let octavo: TestServer;
const ids = new Map<string, string>();

beforeAll(async () => {
  octavo = await startTestServer();
  const put = await octavo.request('/admin/settings/limits.seconds', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ value: 5 }),
  });
  expect(put.status).toBe(200);
  // The hostile file is read first.
  writeHostilePdf(join(root, 'A/a trap.pdf'), 'dashes of a hundred-thousandth');
  writePdf(join(root, 'B/plain.pdf'), [
    [300, 400],
    [300, 400],
  ]);
  writeCbz(join(root, 'C/comic.cbz'), 3);
  await octavo.api.call(createLibrary, {
    body: { name: 'Books', path: root, scan_immediately: true },
  });
  await octavo.idle();
  const { data } = await octavo.api.call(listBooks);
  expect(data).toHaveLength(3);
  for (const book of data) ids.set(book.filename, book.id);
}, 90_000);
afterAll(async () => {
  await octavo.stop();
  rmSync(root, { recursive: true, force: true });
});

const page = async (name: string, number: number, width?: number) => {
  const query = width === undefined ? '' : `?width=${width}`;
  const response = await octavo.request(`/books/${ids.get(name) ?? ''}/pages/${number}${query}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, bytes };
};

test('a scan goes on behind a document whose pages hang', async () => {
  const { data } = await octavo.api.call(listBooks);
  const analyzed = new Map(data.map((book) => [book.filename, [book.analyzed, book.page_count]]));
  expect(analyzed.get('plain.pdf')).toEqual([true, 2]);
  expect(analyzed.get('comic.cbz')).toEqual([true, 3]);
  expect(analyzed.get('a trap.pdf')?.[1]).toBe(4);
});

test('pages of other books are served while pages of one document hang', async () => {
  const ended: string[] = [];
  const hung = [1, 2, 3].map(async (number) => {
    const answer = await page('a trap.pdf', number, 1200);
    ended.push('trap');
    return answer;
  });
  for (const [name, width] of [
    ['comic.cbz', 10],
    ['comic.cbz', undefined],
    ['plain.pdf', 50],
    ['plain.pdf', undefined],
  ] as const) {
    expect((await page(name, 1, width)).status).toBe(200);
    ended.push(name);
  }
  expect(ended.slice(0, 4)).toEqual(['comic.cbz', 'comic.cbz', 'plain.pdf', 'plain.pdf']);
  for (const { status, bytes } of await Promise.all(hung)) {
    expect(status).toBe(422);
    const { message } = JSON.parse(bytes.toString()) as ErrorBody;
    expect(message).toBe('Reading the PDF took more than 5 seconds, so it was stopped.');
  }
}, 60_000);

test('a page that was given up is refused at once from then on', async () => {
  // Retrying it would take five seconds.
  const late = new AbortController();
  const first = await Promise.race([
    page('a trap.pdf', 1, 1300).then(({ status }) => status),
    delay(4500, 'late', { signal: late.signal }),
  ]);
  late.abort();
  expect(first).toBe(422);
});
