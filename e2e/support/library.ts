import { cpSync, statSync } from 'node:fs';
import path from 'node:path';

import { createLibrary, type Library } from '../../shared/api/libraries.ts';
import type { Scan } from '../../shared/api/scan-record.ts';
import { getScanStatus, startScan } from '../../shared/api/scans.ts';
import type { Client } from '../../shared/client.ts';
import { writeCbz } from '../../server/testing/zip.ts';
import { eventually, root } from './server.ts';

const fixtures = path.resolve(root, '../shared/fixtures');

/**
 * A copy of one folder of the fixtures, which tests may change; `library` is the good one. With
 * `extensions`, of the files that end in one of them.
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

/** Writes `series` folders with one small readable CBZ each: "Series 00001" and so on. */
export const generateLibrary = (target: string, series: number): string => {
  for (let index = 1; index <= series; index += 1) {
    const name = `Series ${String(index).padStart(5, '0')}`;
    writeCbz(path.join(target, name, `${name} 001.cbz`), 2);
  }
  return target;
};

/** Creates a library through the API and waits until its scan has ended. */
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
