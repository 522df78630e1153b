import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Permission } from '../../../shared/permissions.ts';
import { crawl } from '../../testing/opds-crawl.ts';
import { startOpdsLibrary, type OpdsLibrary } from '../../testing/opds-library.ts';
import { addUser } from '../../testing/users.ts';

let library: OpdsLibrary;
const callers: Record<string, Record<string, string>> = {};
beforeAll(async () => {
  library = await startOpdsLibrary('whole');
  const { dataDir, token, request } = library.octavo;
  callers.admin = { authorization: `Bearer ${token}` };
  callers.reader = await addUser(dataDir, { username: 'eva', role: 'reader' });
  const read = { method: 'PUT', headers: { 'content-type': 'application/json' } };
  for (const [name, current_page] of [
    ['Pepper & Carrot 001 - Potion of Flight (2014).cbz', 2],
    ['Many 1.cbz', 1],
    ['Moby-Dick.epub', 3],
  ] as const) {
    const body = JSON.stringify({ current_page });
    await request(`/books/${library.book(name).id}/progress`, { ...read, body });
  }
}, 180_000);
afterAll(() => library.stop());

const followed = async (start: string, headers: Record<string, string>) => {
  const base = start.replace(/\/opds.*/, '/opds');
  const { problems, visited } = await crawl(library.octavo.url, { start, base, headers });
  const types = [...visited.values()].map((type) => type?.split(';')[0]);
  return { problems, links: visited.size, types: Map.groupBy(types, (type) => type), visited };
};

/** Feeds and links at least, of every kind of thing: a crawl that ends early finds no fault either. */
describe.each(['admin', 'reader'])('the catalogue of the %s', (caller) => {
  it.each(['/opds', '/komga/opds/v1.2/catalog'])(
    'is valid OPDS 1.2 to its last link from %s',
    { timeout: 240_000 },
    async (start) => {
      const at = Date.now();
      const { problems, links, types } = await followed(start, callers[caller] ?? {});
      console.log(start, caller, Date.now() - at, links, [...types].map(([k, v]) => `${k} ${v.length}`).join());
      expect(problems).toEqual([]);
    },
  );

  it.each(['/opds/v2', '/komga/opds/v2/catalog'])(
    'is valid OPDS 2.0 to its last link from %s',
    { timeout: 240_000 },
    async (start) => {
      const at = Date.now();
      const { problems, links, types } = await followed(start, callers[caller] ?? {});
      console.log(start, caller, Date.now() - at, links, [...types].map(([k, v]) => `${k} ${v.length}`).join());
      expect(problems).toEqual([]);
    },
  );
});
