import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Book } from '../../shared/api/book-record.ts';
import { createApiKey } from '../../shared/api/api-keys.ts';
import { listBooks } from '../../shared/api/books.ts';
import { createCollection } from '../../shared/api/collections.ts';
import { createLibrary } from '../../shared/api/libraries.ts';
import { createReadList } from '../../shared/api/read-lists.ts';
import type { Permission } from '../../shared/permissions.ts';
import { basic } from './send-json.ts';
import { admin, startTestServer, type TestServer } from './server.ts';
import { pngPage, writeCbz } from './zip.ts';

const fixtures = join(import.meta.dirname, '../../../shared/fixtures');

/** A name with characters that are special in XML and URLs. */
export const oddName =
  process.platform === 'win32' ? "Odd & 'b' 50% ü 1.cbz" : 'Odd\u0001 & <b>"50%" ü 1.cbz';

export interface OpdsLibrary {
  octavo: TestServer;
  /** Parent folder of the libraries. */
  folder: string;
  /** Requests a path of the server, by default as the admin. */
  get(path: string, init?: RequestInit): Promise<Response>;
  book(filename: string): Book;
  keyWith(permissions: Permission[]): Promise<{ 'x-api-key': string }>;
  stop(): Promise<void>;
}

/**
 * A server with two libraries: a series of 52 small books, which exceeds one feed page, and
 * optionally comics with and without metadata, loose images, both kinds of EPUBs and a PDF
 * (`full`), or all fixtures and an unreadable file (`whole`).
 */
export const startOpdsLibrary = async (
  size: 'small' | 'full' | 'whole' = 'full',
): Promise<OpdsLibrary> => {
  const root = mkdtempSync(join(tmpdir(), 'octavo-opds-'));
  const copy = (source: string, target: string) =>
    cpSync(join(fixtures, source), join(root, target), { recursive: true });
  if (size === 'full') {
    copy('library/Comics/Pepper & Carrot', 'comics/Pepper & Carrot');
    copy('library/Comics/Pepper & Carrot - Loose Pages', 'comics/Loose');
    copy('library/Comics/Komga Logos/Komga Logos #01 (rar4).cbr', 'comics/Logos/Logos 1.cbr');
    copy('library/PDF/Komga.pdf', 'comics/Papers/Paper 1.pdf');
    copy('library/Books/Lewis Carroll', 'books/Lewis Carroll');
    copy('library/Books/Boulet', 'books/Boulet');
  }
  if (size === 'whole') {
    for (const kind of ['Comics', 'Manga', 'PDF', 'Webtoons']) {
      copy(`library/${kind}`, `comics/${kind}`);
    }
    copy('library/Books', 'books');
    mkdirSync(join(root, 'comics/Broken'));
    // Like an interrupted download: only the beginning of an archive.
    writeFileSync(join(root, 'comics/Broken/Broken 1.cbz'), 'PK\x03\x04, and no more');
  }
  mkdirSync(join(root, 'books'), { recursive: true });
  writeCbz(join(root, 'comics/Odd', oddName), [
    { name: '1.webp', data: readFileSync(join(fixtures, 'images/simple.webp')) },
    { name: '2.png', data: pngPage(600, 900) },
    { name: '3.jpg', data: readFileSync(join(fixtures, 'images/cat.jpg')) },
  ]);
  for (let number = 1; number <= 52; number++) {
    const page = { name: '1.png', data: pngPage(8, 12, number) };
    writeCbz(join(root, 'comics/Many', `Many ${number}.cbz`), [page]);
  }

  const octavo = await startTestServer();
  const { call } = octavo.api;
  for (const name of ['comics', 'books']) {
    const body = { name: `The ${name} & more`, path: join(root, name), scan_immediately: true };
    await call(createLibrary, { body });
  }
  await octavo.idle();
  const { data } = await call(listBooks, { query: { pageSize: 500 } });
  const book = (filename: string): Book => {
    const found = data.find((entry) => entry.filename === filename);
    if (!found) throw new Error(`There is no ${filename}`);
    return found;
  };
  const many = book('Many 1.cbz');
  await call(createCollection, { body: { name: 'Small', series_ids: [many.series_id] } });
  await call(createReadList, {
    body: { name: 'In order', summary: 'First to last', book_ids: [many.id, book(oddName).id] },
  });

  return {
    octavo,
    folder: root,
    get: (path, init = {}) =>
      fetch(octavo.url + path, { headers: basic(admin.username, admin.password), ...init }),
    book,
    keyWith: async (permissions) => {
      const { key } = await call(createApiKey, { body: { name: permissions.join(), permissions } });
      return { 'x-api-key': key };
    },
    async stop() {
      await octavo.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
};
