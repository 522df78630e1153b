import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { openBook } from '../server/media/formats/open-book.ts';
import { loadSharp } from '../server/media/images.ts';
import { createPageSource } from '../server/media/pages/page-source.ts';
import { analyzePages } from '../server/scanner/analysis/page-analysis.ts';
import { zipBytes } from '../server/testing/zip.ts';
import { readCovers, readEverything, renderCovers, walkAndStat } from './baseline-scan.ts';
import { openLibrary } from './bench-library.ts';
import { measure, type Measured, medianOf, printCompared, printHeading } from './measure.ts';

const books = 100;
const pagesPerBook = 20;
const rounds = 3;

/** Distinct JPEGs of typical comic pages, about 150 KB each. */
const drawPages = async (count: number): Promise<Buffer[]> => {
  const sharp = await loadSharp();
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return Promise.all(
    Array.from({ length: count }, () =>
      sharp({ create: { width: 1200, height: 1800, channels: 3, background: 'white', noise } })
        .blur(2)
        .jpeg({ quality: 75 })
        .toBuffer(),
    ),
  );
};

/** Writes books of large, deflated pages; neighbouring books have different first pages. */
const writeBooks = async (root: string): Promise<void> => {
  const pages = await drawPages(pagesPerBook);
  mkdirSync(root, { recursive: true });
  for (let index = 0; index < books; index++) {
    const entries = pages.map((_, position) => ({
      name: `${String(position + 1).padStart(3, '0')}.jpg`,
      data: pages[(index + position) % pagesPerBook] ?? '',
      deflate: true,
    }));
    writeFileSync(join(root, `Large ${String(index + 1).padStart(3, '0')}.cbz`), zipBytes(entries));
  }
};

/** Page sizes against reading all of each page, covers against sharp alone. */
export const benchLargePages = async (dir: string): Promise<void> => {
  const root = join(dir, 'library');
  await writeBooks(root);
  const files: { path: string; size: number }[] = [];
  walkAndStat(root, (path, size) => files.push({ path, size }));
  const listed = await Promise.all(files.map(({ path, size }) => openBook(path, size)));
  const covers = readCovers(root);
  const source = createPageSource({ archivesDir: join(dir, 'unpacked') });
  const readSizes = async () => {
    for (const [index, { path }] of files.entries()) {
      await analyzePages(path, listed[index]?.pages ?? [], source);
    }
  };
  const times = { all: [], sizes: [], sharp: [], covers: [] } as Record<string, Measured[]>;
  const add = async (name: keyof typeof times, work: () => unknown) =>
    times[name]?.push(await measure(work));
  await renderCovers(covers.slice(0, 10));
  for (let round = 1; round <= rounds; round++) {
    await add('all', () => readEverything(root));
    await add('sizes', readSizes);
    const own = join(dir, String(round));
    mkdirSync(own);
    const library = openLibrary(own, root);
    await library.scan();
    await add('sharp', () => renderCovers(covers));
    await add('covers', () => library.analyze());
    await library.close();
  }
  await source.close();
  const [all, sizes, sharp, ours] = [times.all, times.sizes, times.sharp, times.covers].map(
    (values) => medianOf(values ?? []),
  );
  if (!all || !sizes || !sharp || !ours) return;
  printHeading(`${books} books of ${pagesPerBook} large pages`);
  const sizesTarget = { books, target: '≤ 0.10' };
  printCompared('page sizes / reading everything', { ours: sizes, base: all }, sizesTarget);
  const coversTarget = { books, target: '≤ 1.11' };
  printCompared('sizes and covers / sharp alone', { ours, base: sharp }, coversTarget);
};
