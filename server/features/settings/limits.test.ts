import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';

import { analyzeBook, listBooks } from '../../../shared/api/books.ts';
import { createLibrary } from '../../../shared/api/libraries.ts';
import { listSettings, resetSetting, updateSetting } from '../../../shared/api/settings.ts';
import { defaultLimits } from '../../media/limits.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { pngPage, writeCbz } from '../../testing/zip.ts';

let octavo: TestServer;
let root: string;

const bookNamed = async (title: string) => {
  const { data } = await octavo.api.call(listBooks);
  const book = data.find((candidate) => candidate.title === title);
  if (!book) throw new Error(`There is no book ${title}`);
  return book;
};

/** Re-lists and re-analyses the book, like the button on its page. */
const readAnew = async (title: string) => {
  const { id } = await bookNamed(title);
  await octavo.api.call(analyzeBook, { params: { id } });
  await octavo.idle();
  return bookNamed(title);
};

const pageOf = async (title: string, query = '') =>
  (await octavo.request(`/books/${(await bookNamed(title)).id}/pages/1${query}`)).status;

const set = (key: string, value: number) =>
  octavo.api.call(updateSetting, { params: { key }, body: { value } });
const reset = (key: string) => octavo.api.call(resetSetting, { params: { key }, body: {} });

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'octavo-limits-'));
  writeCbz(join(root, 'Saga', 'Many.cbz'), 120);
  writeCbz(join(root, 'Saga', 'Wide.cbz'), [{ name: '1.png', data: pngPage(2000, 1000) }]);
  const page = Buffer.concat([pngPage(), Buffer.alloc(2 * 1024 * 1024)]);
  writeCbz(join(root, 'Saga', 'Heavy.cbz'), [{ name: '1.png', data: page }]);
  writeCbz(join(root, 'Saga', 'Told.cbz'), 1, `<Summary>${'x'.repeat(20_000)}</Summary>`);
  octavo = await startTestServer();
  await octavo.api.call(createLibrary, {
    body: { name: 'Comics', path: root, scan_immediately: true },
  });
  await octavo.idle();
});
afterAll(async () => {
  await octavo.stop();
  rmSync(root, { recursive: true, force: true });
});

it('are settings, each with its default', async () => {
  const { data } = await octavo.api.call(listSettings, { query: { category: 'limits' } });
  expect(Object.fromEntries(data.map(({ key, value }) => [key, value]))).toEqual(
    Object.fromEntries(
      Object.entries(defaultLimits).map(([name, value]) => [`limits.${name}`, value]),
    ),
  );
});

test.each(Object.keys(defaultLimits))(
  'of %s must be a whole number within bounds',
  async (name) => {
    for (const value of [0, -1, 1.5, 1e15]) {
      await expect(set(`limits.${name}`, value)).rejects.toMatchObject({ code: 'BadRequest' });
    }
  },
);

describe('a change takes effect without a restart', () => {
  it('for how many files an archive may hold', async () => {
    await set('limits.archive_entries', 100);
    expect((await readAnew('Many')).error).toMatch(/contains 120 files, more than the 100/);
    await reset('limits.archive_entries');
    expect((await readAnew('Many')).error).toBeNull();
  });

  it('for how large an unpacked page may be', async () => {
    expect(await pageOf('Heavy')).toBe(200);
    await set('limits.entry_bytes', 1024 * 1024);
    expect(await pageOf('Heavy')).toBe(422);
    await reset('limits.entry_bytes');
    expect(await pageOf('Heavy')).toBe(200);
  });

  it('for how many pixels are decoded, while the stored bytes are served all the same', async () => {
    await set('limits.image_pixels', 1_000_000);
    expect(await pageOf('Wide', '?width=100')).toBe(422);
    expect(await pageOf('Wide')).toBe(200);
    await reset('limits.image_pixels');
    expect(await pageOf('Wide', '?width=100')).toBe(200);
  });

  it('for how large a ComicInfo.xml may be', async () => {
    const summary = async () => (await readAnew('Told')).summary;
    expect(await summary()).toHaveLength(20_000);
    await set('limits.comic_info_bytes', 16 * 1024);
    expect(await summary()).toBeNull();
  });
});
