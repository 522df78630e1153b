import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

import { openDatabase } from '../server/database/database.ts';
import { newId, now } from '../server/database/ids.ts';
import { readZipDirectory } from '../server/media/zip/directory.ts';
import { createExecutor } from '../server/scanner/executor.ts';
import { generateLibrary } from './generate.ts';

interface Measured {
  ms: number;
  /** Bytes that the process read meanwhile; null where the system does not say. */
  read: number | null;
}

const bytesRead = (): number | null => {
  try {
    return Number(/rchar: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
  } catch {
    return null;
  }
};

const measure = async (work: () => unknown): Promise<Measured> => {
  const before = bytesRead();
  const start = performance.now();
  await work();
  const ms = performance.now() - start;
  const after = bytesRead();
  return { ms, read: before === null || after === null ? null : after - before };
};

/** The least that any scan must do: find the files and look at each. */
const walkAndStat = (folder: string, visit: (path: string, size: number) => void): void => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) walkAndStat(path, visit);
    else visit(path, statSync(path).size);
  }
};

const walkAndReadDirectories = (root: string): void => {
  walkAndStat(root, (path, size) => {
    const fd = openSync(path, 'r');
    readZipDirectory(fd, size);
    closeSync(fd);
  });
};

const median = (values: Measured[]): Measured =>
  values.toSorted((a, b) => a.ms - b.ms)[Math.floor(values.length / 2)] ?? { ms: NaN, read: null };

const describe = (name: string, { ms, read }: Measured, books: number): string => {
  const reading = read === null ? '' : `, ${(read / books / 1024).toFixed(1)} KiB read a book`;
  return `${name.padEnd(44)} ${ms.toFixed(0).padStart(6)} ms  ${((books / ms) * 1000).toFixed(0).padStart(7)} books/s${reading}`;
};

const rounds = 3;

/**
 * First scan until everything can be listed against a bare walk that reads every table of contents, and
 * an unchanged rescan against walk + stat, of the same files in the same run, in a worker thread as in the
 * product. Medians of three; only the ratios mean anything.
 */
export const benchScan = async (books = 2000): Promise<void> => {
  const dir = mkdtempSync(join(tmpdir(), 'octavo-bench-'));
  try {
    const root = join(dir, 'library');
    const { bytes } = generateLibrary(root, books);
    console.log(`${books} books, ${(bytes / 2 ** 20).toFixed(0)} MiB, Node ${process.version}`);
    const runs = { base: [], first: [], walk: [], again: [], analyze: [] } as Record<
      'base' | 'first' | 'walk' | 'again' | 'analyze',
      Measured[]
    >;
    walkAndReadDirectories(root);
    for (let round = 0; round < rounds; round++) {
      const databasePath = join(dir, `${round}.db`);
      const database = openDatabase(databasePath);
      const id = newId();
      database
        .prepare(
          `INSERT INTO libraries (id, name, name_key, path, created_at, updated_at) VALUES (?, 'b', 'b', ?, ?, ?)`,
        )
        .run(id, root, now(), now());
      const thumbnailsDir = join(dir, `thumbnails-${round}`);
      const executor = createExecutor({
        kind: 'thread',
        databasePath,
        thumbnailsDir,
        archivesDir: join(dir, 'archives'),
      });
      const options = { signal: new AbortController().signal, onMessage: () => undefined };
      const scan = () => executor.run({ kind: 'scan', libraryId: id, mode: 'normal' }, options);
      runs.base.push(await measure(() => walkAndReadDirectories(root)));
      runs.first.push(await measure(scan));
      runs.walk.push(await measure(() => walkAndStat(root, () => undefined)));
      runs.again.push(await measure(scan));
      if (round === rounds - 1) {
        runs.analyze.push(
          await measure(() => executor.run({ kind: 'analyze', scope: 'all' }, options)),
        );
      }
      await executor.close();
      database.close();
    }
    const [base, first, walk, again, analyze] = [
      runs.base,
      runs.first,
      runs.walk,
      runs.again,
      runs.analyze,
    ].map(median);
    if (!base || !first || !walk || !again || !analyze) return;
    console.log(describe('bare walk + table of contents', base, books));
    console.log(describe('first scan (with the start of its thread)', first, books));
    console.log(`  ratio ${(first.ms / base.ms).toFixed(2)}`);
    console.log(describe('bare walk + stat', walk, books));
    console.log(describe('unchanged rescan', again, books));
    console.log(`  ratio ${(again.ms / walk.ms).toFixed(2)}`);
    console.log(describe('page sizes and covers (background)', analyze, books));
    console.log(`repeat: npm run bench -- scan ${books}`);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
};
