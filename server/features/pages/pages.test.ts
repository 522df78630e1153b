import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { pageSchema, type Page } from '../../../shared/api/pages.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Direction } from '../../../shared/schemas.ts';
import type { ListPage } from '../../database/json.ts';
import type { Content } from '../../http/api/content.ts';
import { openBook } from '../../media/formats/open-book.ts';
import { createImageQueue } from '../../media/image-queue.ts';
import { createPdf } from '../../media/pdf/pdf.ts';
import { createPageSource, type PageSource } from '../../media/pages/page-source.ts';
import {
  createTestStore,
  fileColumns,
  seedBook,
  seedLibrary,
  seedSeries,
  type SeededBook,
  type SeededSeries,
  type TestStore,
} from '../../testing/seed.ts';
import { pngPage, writeCbz, type TestEntry } from '../../testing/zip.ts';
import {
  type OnDemandReader,
  createOnDemandReader,
} from '../../scanner/on-demand/on-demand-reader.ts';
import { createPageTables } from './page-tables.ts';
import { createPagesService } from './service.ts';
import { type PagesService } from './types.ts';
import { type PageSort } from './types.ts';
import { createPagesStore } from './store.ts';

const fixture = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../../shared/fixtures/images', name));

let home: TestStore;
let series: SeededSeries;
let source: PageSource;
let reader: OnDemandReader;
let reads: number;
let pages: PagesService;
let analyze: (bookId: string) => Promise<unknown>;

const createPages = (options: { queueLimit?: number; patience?: number } = {}) =>
  createPagesService({
    store: createPagesStore(home.database),
    source: {
      read: (path, page) => {
        reads += 1;
        return source.read(path, page);
      },
      readRaw: (path, page, allocate) => {
        reads += 1;
        return source.readRaw(path, page, allocate);
      },
    },
    pdf: createPdf(),
    tables: createPageTables({ reader, gated: (_path, read) => read() }),
    queue: createImageQueue({ concurrency: 1, limit: options.queueLimit ?? 100 }),
    analyze: (bookId) => analyze(bookId),
    patience: options.patience ?? 3000,
  });

beforeEach(() => {
  home = createTestStore();
  const library = seedLibrary(home.database, { path: join(home.dir, 'library') });
  series = seedSeries(home.database, library);
  source = createPageSource();
  reader = createOnDemandReader();
  reads = 0;
  analyze = () => Promise.reject(new Error('Nothing is to be analysed here'));
  pages = createPages();
});
afterEach(async () => {
  await source.close();
  await reader.close();
  home.close();
});

const pathOf = (title: string) => join(home.dir, 'library', 'Saga', `${title}.cbz`);

/** A book as after a scan: on disk, and its pages listed. */
const addBook = async (
  entries: readonly TestEntry[],
  columns: { analyzed?: number } = {},
): Promise<SeededBook> => {
  const path = pathOf('Book');
  mkdirSync(dirname(path), { recursive: true });
  writeCbz(path, entries);
  const { pages: listed, fingerprint } = await openBook(path, readFileSync(path).length);
  return seedBook(
    home.database,
    series,
    { title: 'Book', fingerprint, analyzed: 1, ...fileColumns(path), ...columns },
    listed,
  );
};

const bytesOf = ({ body }: Content): Buffer => {
  if (!Buffer.isBuffer(body)) throw new Error('A file, not bytes');
  return body;
};
const failure = async (work: Promise<unknown>): Promise<AppError> => {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw new Error('No AppError was thrown', { cause: error });
  return error;
};

test.each([false, true])(
  'the memory of a page is used for another as soon as it is sent, deflated: %s',
  async (deflate) => {
    const { id } = await addBook([{ name: '1.png', data: pngPage(900, 900, 1), deflate }]);
    const show = () => pages.image(id, 1, {}, undefined, { has: () => false, takesGzip: true });
    const first = await show();
    const { buffer } = bytesOf(first);
    expect(bytesOf(await show()).buffer).not.toBe(buffer);
    first.onSent?.();
    expect(bytesOf(await show()).buffer).toBe(buffer);
  },
);

describe('the list of pages', () => {
  const query = (field: PageSort = 'page_number', direction: Direction = 'asc', page = 1) => ({
    page,
    pageSize: 2,
    sort: { field, direction },
  });
  const names = ({ data }: ListPage<Page>) => (data as Page[]).map(({ filename }) => filename);
  const three = [
    { name: 'b/1.png', data: pngPage(4, 4, 1) },
    { name: 'page 10.png', data: pngPage(40, 40, 2) },
    { name: 'page 9.png', data: pngPage(20, 20, 3) },
  ];

  test('is in the order of the book, paginated and sorted as asked', async () => {
    const book = await addBook(three);
    const first = await pages.list(book.id, query());
    const [page] = first.data as Page[];
    expect(pageSchema.strict().parse(page)).toEqual(page);
    expect([first.total, names(first)]).toEqual([3, ['page 9.png', 'page 10.png']]);
    expect(names(await pages.list(book.id, query('page_number', 'asc', 2)))).toEqual(['b/1.png']);
    expect(names(await pages.list(book.id, query('page_number', 'desc')))[0]).toBe('b/1.png');
    const byName = await pages.list(book.id, query('filename', 'desc'));
    expect(names(byName)).toEqual(['page 10.png', 'page 9.png']);
    const bySize = await pages.list(book.id, query('file_size'));
    expect(names(bySize)[0]).toBe('b/1.png');
  });

  test('of a book not analysed waits for it, once for all who ask', async () => {
    const book = await addBook(three, { analyzed: 0 });
    let runs = 0;
    analyze = async (id) => {
      runs += 1;
      await new Promise((resolve) => setTimeout(resolve, 20));
      home.database.prepare(`UPDATE book_pages SET pages = json_set(pages, '$[0][2]', 20)`).run();
      home.database.prepare('UPDATE books SET analyzed = 1 WHERE id = ?').run(id);
    };
    const [first, two] = await Promise.all([
      pages.list(book.id, query()),
      pages.list(book.id, query()),
    ]);
    expect(runs).toBe(1);
    expect((first.data as Page[])[0]).toMatchObject({ width: 20 });
    expect(two).toEqual(first);
  });

  test('does not wait long, nor fail, when the analysis cannot come to it', async () => {
    const book = await addBook(three, { analyzed: 0 });
    analyze = () => new Promise(() => undefined);
    expect((await createPages({ patience: 10 }).list(book.id, query())).total).toBe(3);
    analyze = () => Promise.reject(new Error('The thread has gone'));
    expect((await createPages().list(book.id, query())).total).toBe(3);
    const unlisted = seedBook(home.database, series, { number: 2 });
    expect((await failure(pages.list(unlisted.id, query()))).code).toBe('ServiceUnavailable');
  });

  test('of a broken book is a 422 with its sentence; of an unknown one a 404', async () => {
    const broken = seedBook(home.database, series, { error: 'The archive is cut off.' }, []);
    const error = await failure(pages.list(broken.id, query()));
    expect([error.code, error.message]).toEqual([
      'UnprocessableContent',
      'The archive is cut off.',
    ]);
    expect(await failure(pages.image(broken.id, 1, {}, undefined))).toMatchObject({
      code: 'UnprocessableContent',
    });
    expect((await failure(pages.list(crypto.randomUUID(), query()))).code).toBe('NotFound');
  });
});

describe('an original page', () => {
  test('is the stored bytes, typed by what they are and not by their name', async () => {
    const jpeg = fixture('Portrait_6.jpg');
    const book = await addBook([
      { name: '1.png', data: jpeg, deflate: true },
      { name: '2.jxl', data: fixture('example.jxl') },
    ]);
    const first = await pages.image(book.id, 1, {}, 'image/webp');
    expect(first.media_type).toBe('image/jpeg');
    expect(bytesOf(first).equals(jpeg)).toBe(true);
    expect((await pages.image(book.id, 2, {}, undefined)).media_type).toBe('image/jxl');
  });

  test('has an ETag of its own that changes with the file', async () => {
    const entries = [
      { name: '1.png', data: pngPage(8, 8) },
      { name: '2.png', data: pngPage(8, 8) },
    ];
    const book = await addBook(entries);
    const tag = async (page: number) => (await pages.image(book.id, page, {}, undefined)).etag;
    const first = await tag(1);
    expect(await tag(1)).toBe(first);
    expect(await tag(2)).not.toBe(first);
    home.database.prepare(`UPDATE books SET fingerprint = 'other' WHERE id = ?`).run(book.id);
    expect(await tag(1)).not.toBe(first);
  });

  test('outside the book is not found', async () => {
    const book = await addBook([{ name: '1.png', data: pngPage() }]);
    for (const page of [0, -1, 2, 1e9]) {
      const error = await failure(pages.image(book.id, page, {}, undefined));
      expect(error).toMatchObject({ code: 'NotFound' });
      expect(error.message).toBe(`Page ${page} of book ${book.id} was not found`);
    }
  });

  test('that is not an image is refused with a message', async () => {
    const book = await addBook([{ name: '1.jpg', data: '<svg onload="alert(1)"/>' }]);
    const error = await failure(pages.image(book.id, 1, {}, undefined));
    expect(error.code).toBe('UnprocessableContent');
    expect(error.message).toContain('not an image');
  });

  test('of a file that is gone is not found', async () => {
    const book = await addBook([{ name: '1.png', data: pngPage() }]);
    rmSync(pathOf('Book'));
    expect((await failure(pages.image(book.id, 1, {}, undefined))).code).toBe('NotFound');
  });

  test('of a book not listed yet is analysed first', async () => {
    const book = await addBook([{ name: '1.png', data: pngPage() }]);
    const { database } = home;
    const stored = database.prepare('SELECT pages FROM book_pages').pluck().get() as string;
    database.exec('DELETE FROM book_pages; UPDATE books SET analyzed = 0');
    analyze = async () =>
      database
        .prepare('INSERT INTO book_pages (book_pk, pages) VALUES (?, ?)')
        .run(book.pk, stored);
    expect((await pages.image(book.id, 1, {}, undefined)).media_type).toBe('image/png');
  });
});

describe('a reshaped page', () => {
  const size = async (content: Content) => {
    const { width, height, format, space } = await sharp(bytesOf(content)).metadata();
    return { width, height, format, space };
  };

  test('is fitted inside width and height, upright, and never enlarged', async () => {
    const book = await addBook([{ name: '1.jpg', data: fixture('Portrait_6.jpg') }]);
    const upright = await sharp(fixture('Portrait_6.jpg'))
      .autoOrient()
      .toBuffer({ resolveWithObject: true });
    const { width, height } = upright.info;
    expect(height).toBeGreaterThan(width);
    const shaped = async (shape: { width?: number; height?: number }) =>
      size(await pages.image(book.id, 1, shape, undefined));
    expect(await shaped({ width: 90 })).toMatchObject({ width: 90, format: 'jpeg' });
    expect((await shaped({ height: 100, width: 5000 })).height).toBe(100);
    expect(await shaped({ width: 10_000, height: 10_000 })).toMatchObject({ width, height });
  });

  test.each([
    ['cat.jpg', undefined, 'image/webp', 'jpeg'],
    ['example.png', undefined, 'image/webp', 'png'],
    ['example.webp', undefined, undefined, 'webp'],
    ['interlaced.gif', undefined, '*/*', 'jpeg'],
    ['interlaced.gif', undefined, 'image/avif,image/webp,*/*', 'webp'],
    ['example.avif', undefined, undefined, 'jpeg'],
    ['cat.jpg', 'png', undefined, 'png'],
    ['example.png', 'webp', undefined, 'webp'],
    ['pil_sample_cmyk.jpg', 'jpeg', undefined, 'jpeg'],
  ] as const)('%s as %s for %s is %s', async (name, format, accept, expected) => {
    const book = await addBook([{ name, data: fixture(name) }]);
    const content = await pages.image(book.id, 1, { width: 50, format }, accept);
    expect(content.media_type).toBe(`image/${expected}`);
    expect(content.vary).toBe(format === undefined ? 'accept' : undefined);
    expect(await size(content)).toMatchObject({ format: expected, space: 'srgb' });
  });

  test('that cannot be decoded is a 422 with a sentence, and the next page is fine', async () => {
    const book = await addBook([
      {
        name: '1.jpg',
        data: Buffer.concat([fixture('cat.jpg').subarray(0, 12), Buffer.alloc(99)]),
      },
      { name: '2.jxl', data: fixture('example.jxl') },
      { name: '3.jpg', data: fixture('cat.jpg') },
    ]);
    for (const page of [1, 2]) {
      const error = await failure(pages.image(book.id, page, { width: 50 }, undefined));
      expect(error).toMatchObject({ code: 'UnprocessableContent' });
      expect(error.message).toMatch(/image .*\.$/);
    }
    expect((await pages.image(book.id, 3, { width: 50 }, undefined)).media_type).toBe('image/jpeg');
  });

  test('that is cut off is sent as it is, because drawn again its rest would be black', async () => {
    const whole = fixture('cat.jpg');
    const cut = whole.subarray(0, whole.length / 2);
    const book = await addBook([{ name: '1.jpg', data: cut }]);
    home.database.exec("UPDATE book_pages SET pages = json_set(pages, '$[0][2]', 400)");
    const shown = await pages.image(book.id, 1, { width: 50 }, undefined);
    expect(bytesOf(shown).equals(cut)).toBe(true);
    const drawn = await pages.image(book.id, 1, { width: 50, format: 'webp' }, undefined);
    expect(drawn.media_type).toBe('image/webp');
  });

  test('is made once for those who ask together, and kept for those who ask again', async () => {
    const book = await addBook([{ name: '1.jpg', data: fixture('cat.jpg') }]);
    const ask = () => pages.image(book.id, 1, { width: 50 }, undefined);
    const [first, two] = await Promise.all([ask(), ask()]);
    expect(bytesOf(first).equals(bytesOf(two))).toBe(true);
    expect((await ask()).etag).toBe(first.etag);
    expect(reads).toBe(1);
    const other = await pages.image(book.id, 1, { width: 51 }, undefined);
    expect(other.etag).not.toBe(first.etag);
    expect(reads).toBe(2);
  });

  test('is refused with Retry-After when too many are waiting', async () => {
    const busy = createPages({ queueLimit: 1 });
    const book = await addBook([{ name: '1.jpg', data: fixture('cat.jpg') }]);
    const results = await Promise.allSettled(
      [10, 20, 30, 40].map((width) => busy.image(book.id, 1, { width }, undefined)),
    );
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    for (const { reason } of refused) {
      const error = reason as AppError;
      expect(error.code).toBe('ServiceUnavailable');
      expect(error.headers).toHaveProperty('Retry-After');
    }
    expect(results.some((result) => result.status === 'fulfilled')).toBe(true);
  });
});
