import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { listBooks } from '../../../shared/api/books.ts';
import { updateBook } from '../../../shared/api/edits.ts';
import { createLibrary } from '../../../shared/api/libraries.ts';
import {
  applyMetadataWrite,
  listMetadataWriteFiles,
  planMetadataWrite,
} from '../../../shared/api/metadata-writes.ts';
import { startScan } from '../../../shared/api/scans.ts';
import { interceptOperations } from '../../testing/faults/operations.ts';
import { newDataDir, startTestServer, type TestServer } from '../../testing/server.ts';
import { withoutRights } from '../../testing/unreadable-file.ts';
import { writeMetadataHere } from '../../testing/write-metadata-here.ts';
import { pngPage, writeCbz, zipBytes } from '../../testing/zip.ts';

let octavo: TestServer;
let dataDir: string;
let root: string;
let libraryId: string;
const comic = 'Saga/Saga 01.cbz';
const pathOf = (path: string) => join(root, path);

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'octavo-left-alone-'));
  dataDir = newDataDir();
  octavo = await startTestServer({ dataDir });
  writeCbz(pathOf(comic), 4, '<Title>Old title</Title>');
  writeCbz(pathOf('Saga/Saga 02.cbz'), 3);
  const body = { name: 'Comics', path: root, write_metadata: true };
  libraryId = (await octavo.api.call(createLibrary, { body })).id;
  await rescan();
});
afterEach(async () => {
  await octavo.stop();
  for (const folder of [root, dataDir]) rmSync(folder, { recursive: true, force: true });
});

const rescan = async () => {
  await octavo.api.call(startScan, { params: { id: libraryId } });
  await octavo.idle();
};
const rename = async (path: string, title: string) => {
  const { data } = await octavo.api.call(listBooks, {});
  const id = data.find((book) => book.path === pathOf(path))?.id ?? '';
  await octavo.api.call(updateBook, { params: { id }, body: { title } });
};
const plan = async () => {
  const { id } = await octavo.api.call(planMetadataWrite, { params: { id: libraryId }, body: {} });
  await octavo.idle();
  return id;
};
const apply = async (id: string) => {
  await octavo.api.call(applyMetadataWrite, { params: { id } });
  await octavo.idle();
};
const filesOf = async (id: string) =>
  (await octavo.api.call(listMetadataWriteFiles, { params: { id } })).data;

/** A small EPUB of one text. */
const epubEntries = (title: string): [name: string, content: string][] => [
  ['mimetype', 'application/epub+zip'],
  [
    'META-INF/container.xml',
    '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
  ],
  [
    'book.opf',
    `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">${title}</dc:identifier><dc:title>${title}</dc:title><dc:language>en</dc:language></metadata><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>`,
  ],
  ['a.xhtml', `<html xmlns="http://www.w3.org/1999/xhtml"><body><p>${title}</p></body></html>`],
];

const reasonsOf = async (write: string) =>
  (await filesOf(write)).map(({ state, reason }) => `${state}: ${reason ?? ''}`);

test('a read-only file is left as it is, and named', async () => {
  await rename(comic, 'New title');
  const before = readFileSync(pathOf(comic));
  chmodSync(pathOf(comic), 0o444);
  const write = await plan();
  await apply(write);
  expect(await reasonsOf(write)).toEqual([expect.stringMatching(/^failed: The file is read-only/)]);
  chmodSync(pathOf(comic), 0o644);
  expect(readFileSync(pathOf(comic)).equals(before)).toBe(true);
});

test('a folder of pages is written after a run that was killed in it, but not if a page has changed', async () => {
  for (const folder of ['Loose/First', 'Loose/Second']) {
    mkdirSync(pathOf(folder), { recursive: true });
    for (const page of [1, 2, 3])
      writeFileSync(pathOf(`${folder}/${page}.png`), pngPage(8, 12, page * 40));
  }
  await rescan();
  for (const folder of ['Loose/First', 'Loose/Second']) await rename(folder, 'New title');
  const write = await plan();
  let isKilled = false;
  const stop = interceptOperations([root], {
    before: ({ name }) => {
      isKilled ||= name === 'link';
      if (isKilled) throw new Error('Killed');
    },
  });
  await expect(writeMetadataHere(dataDir, write, 'apply')).rejects.toThrow('Killed');
  stop();
  expect(readdirSync(pathOf('Loose/First')).join()).toContain('.part');
  const later = Date.now() / 1000 + 60;
  utimesSync(pathOf('Loose/Second/2.png'), later, later);
  await apply(write);
  expect(await reasonsOf(write)).toEqual([
    'written: ',
    expect.stringMatching(/^failed: The file has changed since it was scanned/),
  ]);
  expect(readdirSync(pathOf('Loose/First')).sort()).toContain('ComicInfo.xml');
  expect(readdirSync(pathOf('Loose/First'))).toHaveLength(4);
});

test.each([
  ['ENOSPC', /too little free space/],
  ['EROFS', /read-only/],
  ['EACCES', /write access/],
])(
  'a drive that answers %s to a new file beside a book is named as the reason',
  async (code, reason) => {
    const folder = 'Loose/Chapter';
    mkdirSync(pathOf(folder), { recursive: true });
    for (const page of [1, 2, 3])
      writeFileSync(pathOf(`${folder}/${page}.png`), pngPage(8, 12, page));
    await rescan();
    await rename(folder, 'New title');
    const write = await plan();
    const stop = interceptOperations([root], {
      before: ({ name, path }) => {
        if (name.startsWith('open') && path.endsWith('.part'))
          throw Object.assign(new Error(code), { code, syscall: 'open', errno: -1 });
      },
    });
    await octavo.stop();
    await writeMetadataHere(dataDir, write, 'apply');
    stop();
    octavo = await startTestServer({ dataDir });
    expect(await reasonsOf(write)).toEqual([expect.stringMatching(reason)]);
  },
);

test.skipIf(process.platform === 'win32')(
  'a folder without write access is named, and so is a file that another program holds',
  async () => {
    await rename(comic, 'New title');
    const before = readFileSync(pathOf(comic));
    const write = await plan();
    await octavo.stop();
    chmodSync(root, 0o755);
    // Only the folder of the book is closed to the other user.
    for (const name of ['', ...readdirSync(dataDir)]) chmodSync(join(dataDir, name), 0o777);
    chmodSync(dirname(pathOf(comic)), 0o555);
    await withoutRights(() => writeMetadataHere(dataDir, write, 'apply'));
    chmodSync(dirname(pathOf(comic)), 0o755);
    octavo = await startTestServer({ dataDir });
    expect(await reasonsOf(write)).toEqual([expect.stringMatching(/^failed: .*write access/)]);
    const second = await plan();
    await octavo.stop();
    const stop = interceptOperations([root], {
      before: ({ name }) => {
        // As Windows answers to a rename onto a locked file.
        if (name.startsWith('rename'))
          throw Object.assign(new Error('EBUSY'), { code: 'EBUSY', syscall: 'rename', errno: -16 });
      },
    });
    await writeMetadataHere(dataDir, second, 'apply');
    stop();
    octavo = await startTestServer({ dataDir });
    expect(await reasonsOf(second)).toEqual([
      expect.stringMatching(/^failed: Another program uses the file/),
    ]);
    expect(readFileSync(pathOf(comic)).equals(before)).toBe(true);
    expect(readdirSync(dirname(pathOf(comic))).sort()).toEqual(['Saga 01.cbz', 'Saga 02.cbz']);
  },
);

test('a signed EPUB and one with DRM are left as they are, each with a sentence', async () => {
  const encryption = (algorithm: string) =>
    `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData><enc:EncryptionMethod Algorithm="${algorithm}"/><enc:CipherData><enc:CipherReference URI="font.otf"/></enc:CipherData></enc:EncryptedData></encryption>`;
  const kinds: Record<string, [name: string, content: string][]> = {
    Signed: [['META-INF/signatures.xml', '<signatures/>']],
    Rights: [['META-INF/rights.xml', '<rights/>']],
    Locked: [
      ['META-INF/encryption.xml', encryption('http://www.w3.org/2001/04/xmlenc#aes256-cbc')],
    ],
    Fonts: [['META-INF/encryption.xml', encryption('http://www.idpf.org/2008/embedding')]],
  };
  mkdirSync(pathOf('Books'));
  for (const [name, others] of Object.entries(kinds)) {
    const entries = [...epubEntries(name), ...(name === 'Locked' ? [] : others)];
    writeFileSync(
      pathOf(`Books/${name}.epub`),
      zipBytes(entries.map(([n, data]) => ({ name: n, data }))),
    );
  }
  await rescan();
  for (const name of Object.keys(kinds)) await rename(`Books/${name}.epub`, `New ${name}`);
  // One that was readable when it was scanned: its edits are known.
  writeFileSync(
    pathOf('Books/Locked.epub'),
    zipBytes(
      [...epubEntries('Locked'), ...(kinds['Locked'] ?? [])].map(([n, data]) => ({
        name: n,
        data,
      })),
    ),
  );
  const before = Object.keys(kinds).map((name) => readFileSync(pathOf(`Books/${name}.epub`)));
  const write = await plan();
  const reasons = Object.fromEntries(
    (await filesOf(write)).map(({ path, state, reason }) => [
      path.slice(6, -5),
      `${state}: ${reason ?? ''}`,
    ]),
  );
  const drm = 'skipped: The book is protected by DRM, so Octavo leaves the file as it is.';
  expect(reasons).toEqual({
    ...{ Signed: 'skipped: The book is signed, so Octavo leaves the file as it is.' },
    ...{ Rights: drm, Locked: drm, Fonts: 'planned: ' },
  });
  await apply(write);
  const after = Object.keys(kinds).map((name) => readFileSync(pathOf(`Books/${name}.epub`)));
  expect(after.map((bytes, index) => bytes.equals(before[index] ?? Buffer.alloc(0)))).toEqual([
    ...[true, true, true],
    false,
  ]);
});
