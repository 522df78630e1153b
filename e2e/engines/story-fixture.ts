import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { listBooks } from '../../shared/api/books.ts';
import type { Client } from '../../shared/client.ts';
import { zipBytes } from '../../server/testing/zip.ts';
import { copyFixtures, scanLibrary } from '../support/library.ts';
import { setUp, startOctavo, type Octavo } from '../support/server.ts';

/** A book with right-to-left pages but left-to-right text, like some manga. */
export const turnedBook = 'Pages turned the other way';

const numbered = (count: number, textOf: (number: number) => string): string =>
  Array.from({ length: count }, (_, index) => textOf(index + 1)).join('\n');

const writeTurnedBook = (file: string): void => {
  const chapters = 4;
  const page = (title: string, body: string) =>
    `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>${title}</title></head><body>${body}</body></html>`;
  const chapter = (number: number) =>
    page(
      `Chapter ${number}`,
      numbered(
        40,
        (index) =>
          `<p>This is line ${index} of chapter ${number}, long enough to go on below itself.</p>`,
      ),
    );
  const contents = numbered(chapters, (n) => `<li><a href="c${n}.xhtml">Chapter ${n}</a></li>`);
  const opf = `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:octavo:turned</dc:identifier>
<dc:title>${turnedBook}</dc:title><dc:language>en</dc:language>
<meta property="dcterms:modified">2026-01-01T00:00:00Z</meta></metadata>
<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
${numbered(chapters, (n) => `<item id="c${n}" href="c${n}.xhtml" media-type="application/xhtml+xml"/>`)}</manifest>
<spine page-progression-direction="rtl">${numbered(chapters, (n) => `<itemref idref="c${n}"/>`)}</spine></package>`;
  const container = `<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
<rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`;
  const bytes = zipBytes([
    { name: 'mimetype', data: 'application/epub+zip' },
    { name: 'META-INF/container.xml', data: container },
    { name: 'book.opf', data: opf },
    {
      name: 'nav.xhtml',
      data: page('Contents', `<nav epub:type="toc"><ol>${contents}</ol></nav>`),
    },
    ...Array.from({ length: chapters }, (_, index) => ({
      name: `c${index + 1}.xhtml`,
      data: chapter(index + 1),
    })),
  ]);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, bytes);
};

const folders = {
  Comics: 'library/Comics/Pepper & Carrot',
  Manga: 'library/Manga/ハルコさんの彼氏',
  Webtoons: 'library/Webtoons/Pepper & Carrot (long strip)',
  Books: 'library/Books',
  PDF: 'library/PDF/pdf.js samples',
};

export interface StoryFixture {
  server: Octavo;
  client: Client;
  folder: string;
  libraries: Readonly<Record<string, string>>;
  /** The id of a book, by a part of its title or file name. */
  book(part: string): string;
}

/** A server with a library of each kind, shared by all stories of one engine. */
export const openStoryFixture = async (folder: string): Promise<StoryFixture> => {
  const server = await startOctavo(path.join(folder, 'data'));
  const client = await setUp(server);
  const libraries: Record<string, string> = {};
  for (const [name, from] of Object.entries(folders)) {
    const root = path.join(folder, name);
    copyFixtures(from, name === 'Books' ? root : path.join(root, path.basename(from)));
    if (name === 'Books') writeTurnedBook(path.join(root, 'Octavo', `${turnedBook}.epub`));
    libraries[name] = (await scanLibrary(client, name, root)).library.id;
  }
  const { data } = await client.call(listBooks, { query: { pageSize: 500 } });
  return {
    server,
    client,
    folder,
    libraries,
    book: (part) => {
      const found = data.find(
        ({ title, path: file }) => title.includes(part) || file.includes(part),
      );
      if (!found) throw new Error(`The library has no book ${part}`);
      return found.id;
    },
  };
};
