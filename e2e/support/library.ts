import { cpSync, statSync } from 'node:fs';
import path from 'node:path';

import { listBooks } from '../../shared/api/books.ts';
import { createLibrary, type Library } from '../../shared/api/libraries.ts';
import type { Scan } from '../../shared/api/scan-record.ts';
import { getScanStatus, startScan } from '../../shared/api/scans.ts';
import type { Client } from '../../shared/client.ts';
import { writeCbz } from '../../server/testing/zip.ts';
import { eventually, root } from './server.ts';

const fixtures = path.resolve(root, '../shared/fixtures');

/**
 * Copies a folder of the fixtures so that tests can modify it; `library` is the valid one.
 * `extensions` limits the copied files.
 */
export const copyFixtures = (folder: string, target: string, extensions?: string[]): string => {
  cpSync(path.join(fixtures, folder), target, {
    recursive: true,
    filter: (source) =>
      extensions === undefined ||
      statSync(source).isDirectory() ||
      extensions.includes(path.extname(source)),
  });
  return target;
};

/**
 * Creates and scans a library "Comics" of the fixtures' Pepper & Carrot in `folder`; returns its
 * books.
 */
export const scanPepperAndCarrot = async (client: Client, folder: string) => {
  const comics = path.join(folder, 'Comics');
  copyFixtures('library/Comics/Pepper & Carrot', path.join(comics, 'Carrot'));
  const { library } = await scanLibrary(client, 'Comics', comics);
  const { data: books } = await client.call(listBooks, { query: { pageSize: 100 } });
  return {
    library,
    books,
    contest: books.find((book) => book.path.includes('Potion Contest'))?.id ?? '',
  };
};

/** Writes `series` folders with one small valid CBZ each: "Series 00001" and so on. */
export const generateLibrary = (target: string, series: number): string => {
  for (let index = 1; index <= series; index += 1) {
    const name = `Series ${String(index).padStart(5, '0')}`;
    writeCbz(path.join(target, name, `${name} 001.cbz`), 2);
  }
  return target;
};

/** Creates a library by the API and waits for its scan. */
export const scanLibrary = async (
  client: Client,
  name: string,
  folder: string,
): Promise<{ library: Library; scan: Scan }> => {
  const library = await client.call(createLibrary, { body: { name, path: folder } });
  const params = { id: library.id };
  await client.call(startScan, { params });
  const scan = await eventually(
    `the scan of ${name}`,
    async () => {
      const status = await client.call(getScanStatus, { params });
      return status.status === 'pending' || status.status === 'running' ? null : status;
    },
    90_000,
  );
  return { library, scan };
};

/** Writes a library as `generateLibrary`, into a folder of its name, and scans it. */
export const scanGenerated = (client: Client, folder: string, name: string, series: number) =>
  scanLibrary(client, name, generateLibrary(path.join(folder, name), series));
