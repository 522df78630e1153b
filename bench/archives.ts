import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { performance } from 'node:perf_hooks';

import { openBook } from '../server/media/formats/open-book.ts';
import { createPageSource } from '../server/media/pages/page-source.ts';
import { packArchive } from '../server/testing/archives.ts';
import { pngPage, zipBytes } from '../server/testing/zip.ts';
import { median } from './statistics.ts';

const rounds = 5;
const fixture = join(
  import.meta.dirname,
  '../../shared/fixtures/library/Comics/Komga Logos/Komga Logos #02 (rar5-solid).cbr',
);

/** Incompressible pages of 1 MB, like images. */
const makePages = (folder: string, count: number): string[] => {
  mkdirSync(folder);
  return Array.from({ length: count }, (_, index) => {
    const name = `${String(index).padStart(4, '0')}.png`;
    writeFileSync(join(folder, name), Buffer.concat([pngPage(), randomBytes(1_000_000)]));
    return name;
  });
};

interface Book {
  path: string;
  /** Reads one page; the index wraps around. */
  read: (index: number) => Promise<Buffer>;
}

const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

/** Milliseconds per page, alternating between the books, so that other load affects all alike. */
const laterPages = async (books: readonly Book[], pages: number): Promise<number[]> => {
  const times = books.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [bookIndex, { read }] of books.entries()) {
      for (let index = 0; index < pages; index++) {
        times[bookIndex]?.push(await timeOf(() => read(index * 37)));
      }
    }
  }
  return times.map(median);
};

/**
 * Reads of pages after the first in CB7, CBT and CBR, against a stored CBZ; only ratios are
 * meaningful.
 */
export const benchArchives = async (pages = 100): Promise<void> => {
  const dir = mkdtempSync(join(tmpdir(), 'octavo-bench-'));
  const source = createPageSource({ archivesDir: join(dir, 'archives') });

  const open = async (path: string): Promise<Book> => {
    const { pages: stored } = await openBook(path, statSync(path).size);
    const read = (index: number) => {
      const page = stored[index % stored.length];
      if (!page) throw new Error(`${path} has no pages`);
      return source.read(path, page);
    };
    return { path, read };
  };

  const compare = async (paths: readonly string[]) => {
    const books = await Promise.all(paths.map(open));
    for (const { path, read } of books) {
      const first = await timeOf(() => read(0));
      const last = await timeOf(() => read(pages - 1));
      console.log(
        `${basename(path)}: first page ${first.toFixed(1)} ms, the last ${last.toFixed(1)} ms later`,
      );
    }
    const [base = NaN, ...times] = await laterPages(books, pages);
    console.log(`stored CBZ: ${base.toFixed(3)} ms a page`);
    for (const [index, ms] of times.entries()) {
      const kind = extname(paths[index + 1] ?? '');
      console.log(`  ${kind}: ${ms.toFixed(3)} ms a page, ratio ${(ms / base).toFixed(2)}`);
    }
  };

  try {
    const folder = join(dir, 'pages');
    const names = makePages(folder, pages);
    packArchive(join(dir, 'large.cbz'), folder, names, '-tzip', '-mx0');
    packArchive(join(dir, 'large.cb7'), folder, names, '-t7z', '-mx1');
    packArchive(join(dir, 'large.cbt'), folder, names, '-ttar');
    await compare(['large.cbz', 'large.cb7', 'large.cbt'].map((name) => join(dir, name)));
    // There is no free RAR packer: use a real file, against a CBZ of the same pages.
    const rar = await open(fixture);
    const entries = await Promise.all(
      [0, 1, 2].map(async (index) => ({ name: `${index}.png`, data: await rar.read(index) })),
    );
    writeFileSync(join(dir, 'small.cbz'), zipBytes(entries));
    await compare([join(dir, 'small.cbz'), fixture]);
    console.log(`repeat: npm run bench -- archives ${pages}`);
  } finally {
    await source.close();
    rmSync(dir, { recursive: true, force: true });
  }
};
