import { afterEach, beforeEach, expect, test } from 'vitest';

import type { FullBook } from '../../../shared/api/books.ts';
import type { Caller } from '../../http/api/caller.ts';
import { createImageQueue } from '../../media/image-queue.ts';
import { createPdf } from '../../media/pdf/pdf.ts';
import { createPageSource, type PageSource } from '../../media/pages/page-source.ts';
import { createParseWorker } from '../../parse-worker/parse-worker.ts';
import type { TextPage } from '../../media/stored-page.ts';
import {
  createOnDemandReader,
  type OnDemandReader,
} from '../../scanner/on-demand/on-demand-reader.ts';
import { createTestStore, seedBook, seedLibrary, seedSeries } from '../../testing/seed.ts';
import type { TestStore } from '../../testing/seed.ts';
import { createPageTables } from '../pages/page-tables.ts';
import { createPagesService } from '../pages/service.ts';
import { createPagesStore } from '../pages/store.ts';
import { createResources, type Resources } from './resources.ts';
import { createEpubService } from './service.ts';
import { createEpubStore } from './store.ts';

const caller = {} as Caller;
const part: TextPage = {
  source: 'text',
  filename: 'one.xhtml',
  media_type: 'application/xhtml+xml',
  width: null,
  height: null,
  characters: null,
  file_size: 5000,
  method: 0,
  offset: 0,
  compressed_size: 5000,
  crc32: 0,
};

let home: TestStore;
let source: PageSource;
let reader: OnDemandReader;
const parser = createParseWorker();
beforeEach(() => {
  home = createTestStore();
  source = createPageSource();
  reader = createOnDemandReader();
});
afterEach(async () => {
  await source.close();
  await reader.close();
  home.close();
});

/** Serves the texts of the store; a request waits 10 ms for `analyze`. */
const serve = (analyze: () => Promise<unknown>, given?: Resources) => {
  const pdf = createPdf();
  const store = createEpubStore(home.database);
  const pages = createPagesService({
    store: createPagesStore(home.database),
    source,
    pdf,
    tables: createPageTables({ reader, gated: (_path, read) => read() }),
    queue: createImageQueue({ concurrency: 1, limit: 100 }),
    analyze,
    patience: 10,
  });
  return createEpubService({
    store,
    books: { get: (_, id) => ({ id }) as FullBook },
    pages,
    pdf,
    resources: given ?? createResources({ store, source, parser }),
  });
};

test('positions of a text wait for its analysis, which counts its pages', async () => {
  const library = seedLibrary(home.database);
  const columns = { format: 'epub', analyzed: 0 };
  const { id } = seedBook(home.database, seedSeries(home.database, library), columns, [part]);
  const counting = Promise.withResolvers<undefined>();
  const epub = serve(() => counting.promise);

  const error: unknown = await epub.positions(caller, id).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'ServiceUnavailable', headers: { 'Retry-After': '2' } });
  // A book whose analysis failed can be read all the same.
  counting.reject(new Error('The thread has gone'));
  await expect.poll(async () => epub.positions(caller, id).catch(() => null)).not.toBeNull();
  expect(await epub.positions(caller, id)).toEqual({ total: 0, positions: [] });
});

test('few searches run at the same time, and those of one person do not keep others waiting', async () => {
  const library = seedLibrary(home.database);
  const columns = { format: 'epub', analyzed: 1 };
  const text = { ...part, characters: 10 };
  const { id } = seedBook(home.database, seedSeries(home.database, library), columns, [text]);
  let [running, most] = [0, 0];
  const resume = Promise.withResolvers<undefined>();
  const epub = serve(() => Promise.resolve(), {
    get: async () => {
      running += 1;
      most = Math.max(most, running);
      await resume.promise;
      running -= 1;
      return { body: Buffer.from('<p>found</p>'), media_type: 'text/html', etag: '' };
    },
  });
  const finished: number[] = [];
  const search = async (user_pk: number) => {
    const { signal } = new AbortController();
    const { results } = await epub.search(
      { user_pk } as Caller,
      id,
      { q: 'found', limit: 5 },
      signal,
    );
    finished.push(user_pk);
    return results.length;
  };
  const flood = Promise.allSettled(Array.from({ length: 20 }, () => search(1)));
  const other = search(2);
  await expect.poll(() => most).toBe(2);
  resume.resolve(undefined);
  const refused = (await flood).filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(8);
  expect(refused[0]).toMatchObject({ reason: { code: 'ServiceUnavailable' } });
  expect(await other).toBe(1);
  expect(finished.indexOf(2)).toBeLessThan(5);
  expect(most).toBe(2);
});
