import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { startOpdsLibrary, type OpdsLibrary } from '../../testing/opds-library.ts';

let library: OpdsLibrary;
beforeAll(async () => {
  library = await startOpdsLibrary('whole');
}, 180_000);
afterAll(() => library.stop());

const broken = 'Broken 1.cbz';
const whole = 'Many 1.cbz';

interface Publication {
  images: { href: string; type: string }[];
}

const hasAtomImage = async (path: string, id: string): Promise<boolean> => {
  const text = await (await library.get(`/opds/v1.2${path}`)).text();
  const entry = text.split('<entry>').find((entry) => entry.includes(`urn:uuid:${id}`)) ?? '';
  expect(entry).not.toBe('');
  return entry.includes('http://opds-spec.org/image');
};
const imageOf = async (filename: string) => {
  const response = await library.get(`/opds/v2/books/${library.book(filename).id}`);
  return ((await response.json()) as Publication).images[0];
};

it('a book without a cover has no image link in 1.2', async () => {
  for (const [filename, expected] of [
    [broken, false],
    [whole, true],
  ] as const) {
    const { id, series_id } = library.book(filename);
    expect(await hasAtomImage(`/series/${series_id}`, id)).toBe(expected);
  }
});

it('a series without a cover has none either', async () => {
  const found = await hasAtomImage('/series?letter=B', library.book(broken).series_id);
  expect(found).toBe(false);
  expect(await hasAtomImage('/series?letter=M', library.book(whole).series_id)).toBe(true);
});

it('in 2.0, which demands an image, it has a placeholder that anybody may see', async () => {
  const image = await imageOf(broken);
  expect(image).toEqual({ href: '/opds/v2/placeholder-cover.jpg', type: 'image/jpeg' });
  const response = await library.get(image?.href ?? '', { headers: {} });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect((await imageOf(whole))?.href).not.toContain('placeholder');
});

it('the manifest of a book without a cover names none', async () => {
  const rels = async (filename: string) => {
    const path = `/opds/v2/books/${library.book(filename).id}/manifest`;
    const { links } = (await (await library.get(path)).json()) as { links: { rel: string }[] };
    return links.map(({ rel }) => rel);
  };
  expect(await rels(whole)).toContain('cover');
  expect(await rels('Hefty Water.epub')).not.toContain('cover');
});

it('a cover that is not made counts as missing, and is made for the next who asks', async () => {
  rmSync(join(library.octavo.dataDir, 'thumbnails'), { recursive: true, force: true });
  expect((await imageOf(whole))?.href).toContain('placeholder');
  await vi.waitFor(
    async () => expect((await imageOf(whole))?.href).not.toContain('placeholder'),
    10_000,
  );
});
