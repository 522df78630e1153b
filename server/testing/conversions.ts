import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

import { afterEach, beforeEach } from 'vitest';

import { listBooks } from '../../shared/api/books.ts';
import {
  applyConversion,
  listConversionFiles,
  planConversion,
  undoConversion,
} from '../../shared/api/conversions.ts';
import { createLibrary } from '../../shared/api/libraries.ts';
import { startScan } from '../../shared/api/scans.ts';
import { binFolder } from '../lib/file-bin.ts';
import { readWithYauzl } from './second-zip-reader.ts';
import { newDataDir, startTestServer, type TestServer } from './server.ts';
import { pngPage } from './zip.ts';

const fixtures = join(import.meta.dirname, '../../../shared/fixtures');
/** A file of the fixtures by its name. */
export const fixture = (folder: string, name: RegExp): string => {
  const files = readdirSync(join(fixtures, folder), { recursive: true, encoding: 'utf8' });
  const found = files.find((path) => name.test(path));
  if (found === undefined) throw new Error(`There is no ${name.source}`);
  return join(fixtures, folder, found);
};

/** A library that can be converted, new for each test, and what tests do with it. Call this once in a file. */
export const useConversions = () => {
  const shelf = { root: '', dataDir: '', libraryId: '' } as {
    octavo: TestServer;
    dataDir: string;
    root: string;
    libraryId: string;
  };
  const pathOf = (path: string) => join(shelf.root, path);

  beforeEach(async () => {
    shelf.root = mkdtempSync(join(tmpdir(), 'octavo-convert-'));
    shelf.dataDir = newDataDir();
    shelf.octavo = await startTestServer({ dataDir: shelf.dataDir });
    const { id } = await shelf.octavo.api.call(createLibrary, {
      body: { name: 'Comics', path: shelf.root, convert_files: true },
    });
    shelf.libraryId = id;
  });
  afterEach(async () => {
    await shelf.octavo.stop();
    for (const folder of [shelf.root, shelf.dataDir])
      // On Windows a program that was just ended still holds its file.
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  });

  const put = (from: string, path: string) => {
    mkdirSync(dirname(pathOf(path)), { recursive: true });
    copyFileSync(from, pathOf(path));
    // The fixtures may be read-only.
    chmodSync(pathOf(path), 0o644);
  };
  const rescan = async () => {
    await shelf.octavo.api.call(startScan, { params: { id: shelf.libraryId } });
    await shelf.octavo.idle();
  };
  const books = async () =>
    new Map(
      (await shelf.octavo.api.call(listBooks, { query: { pageSize: 100 } })).data.map((book) => [
        relative(shelf.root, book.path).replaceAll('\\', '/'),
        book,
      ]),
    );
  const plan = async (pages: { format: 'webp' | 'avif'; quality: number } | null = null) => {
    const { id } = await shelf.octavo.api.call(planConversion, {
      params: { id: shelf.libraryId },
      body: { pages },
    });
    await shelf.octavo.idle();
    return id;
  };
  const filesOf = async (id: string) =>
    (await shelf.octavo.api.call(listConversionFiles, { params: { id } })).data;
  const apply = async (id: string) => {
    await shelf.octavo.api.call(applyConversion, { params: { id } });
    await shelf.octavo.idle();
  };
  const undo = async (id: string, file_ids?: string[]) => {
    await shelf.octavo.api.call(undoConversion, { params: { id }, body: { file_ids } });
    await shelf.octavo.idle();
  };
  /** All files with their bytes, without those in the bin. */
  const tree = () =>
    Object.fromEntries(
      readdirSync(shelf.root, { recursive: true, encoding: 'utf8' })
        .filter((path) => !path.startsWith(binFolder) && statSync(pathOf(path)).isFile())
        .sort()
        .map((path) => [path.replaceAll('\\', '/'), readFileSync(pathOf(path)).toString('base64')]),
    );
  const entriesOf = async (path: string) => {
    const reading = await readWithYauzl(readFileSync(pathOf(path)));
    if ('refused' in reading) throw new Error(reading.refused);
    return reading.entries;
  };
  const writeFolder = (path: string) => {
    mkdirSync(pathOf(path), { recursive: true });
    for (const page of [1, 2, 3])
      writeFileSync(pathOf(`${path}/${page}.png`), pngPage(8, 12, page * 40));
  };

  return Object.assign(shelf, {
    put,
    rescan,
    books,
    plan,
    filesOf,
    apply,
    undo,
    tree,
    entriesOf,
    writeFolder,
    pathOf,
  });
};
