import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, extname, join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { getManifest } from '../../../shared/api/epub.ts';
import { listScanReportEntries, listScanReports } from '../../../shared/api/scan-reports.ts';
import { updateProgress } from '../../../shared/api/progress.ts';
import { packArchive, tarBytes } from '../../testing/archives.ts';
import { type ScannedLibraryServer, startScannedLibrary } from '../../testing/scanned-library.ts';
import { pngPage, writeCbz } from '../../testing/zip.ts';

const fixtures = join(import.meta.dirname, '../../../../shared/fixtures/library');
const formats = ['cbz', 'cbr', 'cb7', 'cbt', 'epub', 'pdf', 'folder'] as const;

let scanned: ScannedLibraryServer;
beforeEach(async () => {
  scanned = await startScannedLibrary();
});
afterEach(() => scanned.stop());

/** A file name of the maximum length of 255 bytes; two bytes per letter. */
const longName = (extension: string) => {
  const room = 254 - extension.length;
  return `${room % 2 === 0 ? '' : 'x'}${'ä'.repeat(Math.floor(room / 2))}.${extension}`;
};

/**
 * Nested folders below the library, so that the path of a file in them has about this many bytes.
 */
const folderFor = (bytes: number, nameBytes: number): string => {
  const names: string[] = [];
  let left = bytes - Buffer.byteLength(scanned.root) - 1 - nameBytes - 1;
  while (left > 0) {
    names.push('d'.repeat(Math.min(left, 200)));
    left -= 201;
  }
  const folder = join(scanned.root, ...names);
  mkdirSync(folder, { recursive: true });
  return folder;
};

/** Sets old times, so that no scan waits. */
const settle = (folder: string) => {
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), 1e9, 1e9);
  utimesSync(folder, 1e9, 1e9);
};

/** Creates one book of each format; archives have two pages. */
const fill = (folder: string, nameOf: (extension: string) => string) => {
  const pathOf = (extension: string) => join(folder, nameOf(extension));
  const pages = [1, 2].map((shade) => pngPage(20, 30, shade));
  const pack = join(scanned.root, '..', 'pack');
  mkdirSync(pack, { recursive: true });
  for (const [index, page] of pages.entries()) writeFileSync(join(pack, `${index}.png`), page);
  packArchive(join(pack, 'a.7z'), pack, ['0.png', '1.png'], '-t7z');
  renameSync(join(pack, 'a.7z'), pathOf('cb7'));
  writeCbz(pathOf('cbz'), 2);
  writeFileSync(
    pathOf('cbt'),
    tarBytes(pages.map((data, index) => ({ name: `${index}.png`, data }))),
  );
  const given = {
    cbr: 'Comics/Komga Logos/Komga Logos #01 (rar4).cbr',
    epub: 'Books/Ralph Burke/The Incomplete Theft - Ralph Burke.epub',
    pdf: 'PDF/Komga.pdf',
  };
  for (const [extension, file] of Object.entries(given)) {
    copyFileSync(join(fixtures, file), pathOf(extension));
  }
  const images = join(folder, nameOf('f').slice(0, 60));
  mkdirSync(images);
  for (const name of ['1.png', '2.png', '3.png']) writeFileSync(join(images, name), pngPage(9, 9));
  settle(images);
};

const firstPage = async (id: string, format: string): Promise<string> => {
  if (format === 'epub') {
    return (await scanned.api.call(getManifest, { params: { id } })).metadata.title;
  }
  const response = await scanned.octavo.request(`/books/${id}/pages/1`);
  const bytes = await response.arrayBuffer();
  return `${response.status} ${response.headers.get('content-type')?.split('/')[0] ?? ''} ${bytes.byteLength > 0}`;
};

const analyzed = () =>
  vi.waitFor(
    async () => {
      const books = await scanned.books();
      expect(books.filter(({ page_count, error }) => page_count === 0 && error === null)).toEqual(
        [],
      );
    },
    { timeout: 30_000, interval: 50 },
  );

describe.each([
  ['of 400 bytes, beyond what Windows takes', 400, (extension: string) => `Saga 1.${extension}`],
  ['with names of 255 bytes', 900, longName],
  ['of 4,090 bytes, near what Linux takes', 4090, longName],
])('paths %s', (_, bytes, nameOf) => {
  test('are scanned, shown, read, revealed and kept when their folder moves', async () => {
    fill(folderFor(bytes, Buffer.byteLength(nameOf('folder'))), nameOf);
    await scanned.scan();
    await analyzed();
    const books = await scanned.books();
    expect(books.map(({ format }) => format).sort()).toEqual([...formats].sort());
    expect(books.map(({ error }) => error)).toEqual(formats.map(() => null));
    for (const { id, format, path } of books) {
      expect([format, await firstPage(id, format)]).toEqual([
        format,
        format === 'epub' ? 'The Incomplete Theft' : '200 image true',
      ]);
      expect(scanned.octavo.server.control.pathOf('book', id)).toBe(path);
      expect(existsSync(path)).toBe(true);
      expect((await scanned.octavo.request(`/books/${id}/file`, { method: 'HEAD' })).status).toBe(
        200,
      );
      await scanned.api.call(updateProgress, { params: { id }, body: { is_completed: true } });
    }
    const [top = ''] = readdirSync(scanned.root);
    renameSync(join(scanned.root, top), join(scanned.root, 'moved'));
    await scanned.scan();
    const moved = await scanned.books();
    expect(moved.map(({ id }) => id).sort()).toEqual(books.map(({ id }) => id).sort());
    expect(moved.every(({ progress }) => progress?.is_completed)).toBe(true);
    expect(moved.every(({ path }) => path.includes('/moved/'))).toBe(true);
  });
});

test('a path that is too long for the system is reported, and all else is scanned', async () => {
  scanned.add('Near/1.cbz');
  // Only moving a whole folder can put files beyond the limit.
  const deep = folderFor(3000, 10);
  const other = join(scanned.root, '..', 'other');
  const tail = join(other, ...Array.from({ length: 10 }, () => 't'.repeat(200)));
  mkdirSync(tail, { recursive: true });
  copyFileSync(join(scanned.root, 'Near/1.cbz'), join(tail, 'far.cbz'));
  renameSync(other, join(deep, 'other'));
  try {
    await scanned.scan();
    expect((await scanned.books()).map(({ filename }) => filename)).toEqual(['1.cbz']);
    const [report] = (await scanned.api.call(listScanReports)).data;
    const { data } = await scanned.api.call(listScanReportEntries, {
      params: { id: report?.id ?? '' },
      query: { kind: 'failed' },
    });
    expect(data).toMatchObject([
      { message: expect.stringMatching(/longer than the system allows/) as string },
    ]);
  } finally {
    renameSync(join(deep, 'other'), other);
    rmSync(other, { recursive: true });
  }
});

test('names of files have their extension where they are as long as names get', () => {
  for (const format of ['cbz', 'epub']) {
    expect([Buffer.byteLength(longName(format)), extname(longName(format))]).toEqual([
      255,
      `.${format}`,
    ]);
    expect(dirname(longName(format))).toBe('.');
  }
});
