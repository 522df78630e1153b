import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  utimesSync,
} from 'node:fs';
import { dirname, extname, join } from 'node:path';

import { walkAndStat } from './baseline-scan.ts';
import { openLibrary } from './bench-library.ts';
import { countCalls } from './count-calls.ts';
import { measure, printCompared, printHeading } from './measure.ts';

const fixtures = join(import.meta.dirname, '../../shared/fixtures/library');
const books = 60;
const formats = ['cbz', 'cbt', 'cbr', 'cb7', 'epub', 'pdf', 'folder'] as const;

/** Copies files repeatedly, with old timestamps, so that the scan does not defer them. */
const repeatFiles = (paths: readonly string[], root: string): void => {
  mkdirSync(root, { recursive: true });
  for (let index = 0; index < books; index++) {
    const path = paths[index % paths.length] ?? '';
    const copy = join(root, `Book ${String(index + 1).padStart(3, '0')}${extname(path)}`);
    copyFileSync(path, copy);
    utimesSync(copy, 1, 1 + index);
  }
};

const repeatFolder = (path: string, root: string): void => {
  for (let index = 0; index < books; index++) {
    const copy = join(root, `Book ${String(index + 1).padStart(3, '0')}`);
    cpSync(path, copy, { recursive: true });
    for (const page of globSync(join(copy, '*'))) utimesSync(page, 1, 1 + index);
    utimesSync(copy, 1, 1 + index);
  }
};

const isBookOf = (format: string) => (path: string) => extname(path) === `.${format}`;

/** Real books of all formats, repeated: scan time, file opens and process starts. */
export const benchFormats = async (dir: string): Promise<void> => {
  if (!existsSync(fixtures)) return;
  const paths = globSync('**/*', { cwd: fixtures }).map((path) => join(fixtures, path));
  printHeading(`${books} real books of a format / reading the files`);
  for (const format of formats) {
    const root = join(dir, format, 'library');
    const [loosePage] = paths.filter(isBookOf('webp'));
    if (format === 'folder') repeatFolder(dirname(loosePage ?? ''), root);
    else repeatFiles(paths.filter(isBookOf(format)), root);
    const reading = () => walkAndStat(root, (path) => void readFileSync(path));
    reading();
    const library = openLibrary(join(dir, format), root);
    // Starts the worker thread now, as it would already run in a larger library.
    await library.analyze();
    const base = await measure(reading);
    const first = await measure(() => library.scan());
    const walk = await measure(() => walkAndStat(root));
    const again = await measure(() => library.scan());
    const analysis = await measure(() => library.analyze());
    await library.close();
    const counted = openLibrary(join(dir, format, 'counted'), root, 'inline');
    const listing = await countCalls(() => counted.scan());
    const analyzing = await countCalls(() => counted.analyze());
    await counted.close();
    printCompared(`${format}: first scan`, { ours: first, base }, { books });
    printCompared(`${format}: unchanged / walk + stat`, { ours: again, base: walk }, { books });
    printCompared(`${format}: sizes and covers`, { ours: analysis, base }, { books });
    const each = (count: number) => (count / books).toFixed(1);
    console.log(
      `  a book: ${each(listing.opened)} files opened and ${each(listing.spawned)} programs started to list it, ` +
        `${each(analyzing.opened)} and ${each(analyzing.spawned)} for sizes and cover`,
    );
  }
};
