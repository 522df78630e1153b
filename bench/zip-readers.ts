import { closeSync, globSync, openSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';

import yauzl, { type ZipFile } from 'yauzl';

import { readZipDirectory } from '../server/media/zip/directory.ts';
import { readEntry } from '../server/media/zip/read-entry.ts';
import { median } from './statistics.ts';

const library = path.join(import.meta.dirname, '../../shared/fixtures/library');

const ours = (file: string): number => {
  const fd = openSync(file, 'r');
  const { entries } = readZipDirectory(fd, statSync(file).size);
  closeSync(fd);
  return entries.length;
};

const open = async (file: string): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    yauzl.open(file, { lazyEntries: true }, (error, zip) => (error ? reject(error) : resolve(zip)));
  });

const theirs = async (file: string): Promise<number> => {
  const zip = await open(file);
  let count = 0;
  return new Promise((resolve, reject) => {
    zip.on('entry', () => {
      count += 1;
      zip.readEntry();
    });
    zip.on('end', () => resolve(count));
    zip.on('error', reject);
    zip.readEntry();
  });
};

/** The first page: what a scan measures. */
const ourFirst = (file: string): number => {
  const fd = openSync(file, 'r');
  const [entry] = readZipDirectory(fd, statSync(file).size).entries.filter(
    ({ directory }) => !directory,
  );
  const length = entry ? readEntry(fd, entry).length : 0;
  closeSync(fd);
  return length;
};

const theirFirst = async (file: string): Promise<number> => {
  const zip = await open(file);
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: yauzl.Entry) => {
      if (entry.fileName.endsWith('/')) {
        zip.readEntry();
        return;
      }
      zip.openReadStream(entry, (error, stream) => {
        if (error) {
          reject(error);
          return;
        }
        let length = 0;
        stream.on('data', (part: Buffer) => (length += part.length));
        stream.on('end', () => {
          zip.close();
          resolve(length);
        });
      });
    });
    zip.readEntry();
  });
};

/** Archives a second, of our reader and of yauzl in turn, over the archives of the fixtures' library. */
export const benchZipReaders = async (rounds = 20): Promise<void> => {
  const files = globSync('**/*.{cbz,epub}', { cwd: library }).map((file) =>
    path.join(library, file),
  );
  // Warm, so that no disk is measured.
  for (const file of files) readFileSync(file);
  const measure = async (name: string, readers: ((file: string) => number | Promise<number>)[]) => {
    const times = readers.map((): number[] => []);
    for (let round = 0; round < rounds; round++) {
      for (const [index, read] of readers.entries()) {
        const start = performance.now();
        for (const file of files) await read(file);
        times[index]?.push(performance.now() - start);
      }
    }
    const [own = NaN, other = NaN] = times.map((ms) => (files.length / median(ms)) * 1000);
    console.log(
      `${name}: ours ${own.toFixed(0)}, yauzl ${other.toFixed(0)} archives/s (${(own / other).toFixed(1)} times)`,
    );
  };
  await measure('table of contents', [ours, theirs]);
  await measure('and the first file', [ourFirst, theirFirst]);
};
