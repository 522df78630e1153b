import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';

import { addLibrary } from '../../conformance/fixture.ts';
import { asAdmin, useKomga } from '../../testing/komga-client.ts';
import { writeCbz } from '../../testing/zip.ts';

const { server, client } = useKomga({ empty: true });
const ask = (path: string, headers = {}) => client({ headers: asAdmin }).ask(path, { headers });

/** A book without a cover, because its file is damaged. */
let book: { id: string; series_id: string };

beforeAll(async () => {
  writeCbz(join(server().dir, 'Comics/Whole/Whole 1.cbz'), 2);
  writeCbz(join(server().dir, 'Comics/Broken/Broken 1.cbz'), 2);
  writeFileSync(join(server().dir, 'Comics/Broken/Broken 1.cbz'), 'no archive');
  await addLibrary(server(), 'Comics');
  const books = await server().list<{ id: string; series_id: string; error: string | null }>(
    '/books',
  );
  const broken = books.find(({ error }) => error !== null);
  if (!broken) throw new Error('Every book can be read');
  book = broken;
});

describe('the cover of what has none', () => {
  test.each(['books', 'series'] as const)('is a placeholder for %s', async (kind) => {
    const path = `/api/v1/${kind}/${kind === 'books' ? book.id : book.series_id}`;
    const response = await ask(`${path}/thumbnail`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const { format, width, height } = await sharp(await response.arrayBuffer()).metadata();
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 300, height: 450 });
    const etag = response.headers.get('etag') ?? '';
    const again = await ask(`${path}/thumbnail`, { 'if-none-match': etag });
    expect(again.status).toBe(304);
    expect(await (await ask(`${path}/thumbnails`)).json()).toEqual([]);
  });

  test.each(['books', 'series', 'collections', 'readlists'])(
    'is not found for an unknown id of %s',
    async (kind) => {
      const path = `/api/v1/${kind}/${crypto.randomUUID()}`;
      for (const end of ['thumbnail', 'thumbnails']) {
        expect((await ask(`${path}/${end}`)).status).toBe(404);
      }
    },
  );
});
