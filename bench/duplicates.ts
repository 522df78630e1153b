import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Database } from '../server/database/types.ts';
import { openLibrary } from './bench-library.ts';
import { figure, record } from './figures.ts';
import { copyKinds, generateLookalikes, type Lookalike } from './lookalikes.ts';
import { measure } from './measure.ts';

/** Pairs of paths in one group. */
const pairsFound = (database: Database): [string, string][] => {
  const rows = database
    .prepare<[], { group_pk: number; path: string }>(
      `SELECT m.group_pk, b.path FROM duplicate_members m JOIN books b ON b.pk = m.book_pk
       ORDER BY b.path`,
    )
    .all();
  const pairs = new Map<string, [string, string]>();
  for (const members of Map.groupBy(rows, ({ group_pk }) => group_pk).values()) {
    for (const [index, { path }] of members.entries()) {
      for (const other of members.slice(index + 1)) {
        pairs.set(`${path}\0${other.path}`, [path, other.path]);
      }
    }
  }
  return [...pairs.values()];
};

const judge = (files: readonly Lookalike[], database: Database) => {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const pairs = pairsFound(database);
  const right = pairs.filter(([a, b]) => byPath.get(a)?.story === byPath.get(b)?.story);
  const found = new Set(right.flat());
  const share = (kind: Lookalike['kind'] | null) => {
    const copies = files.filter((file) =>
      kind === null ? file.kind !== 'original' : file.kind === kind,
    );
    return copies.filter(({ path }) => found.has(path)).length / copies.length;
  };
  return { precision: pairs.length === 0 ? 1 : right.length / pairs.length, share };
};

/**
 * The search for duplicates among generated books and copies of 5 % of them: processor
 * time per book of a first search and of one after ten books were added, with precision and recall.
 * `books` is a multiple of ten.
 */
export const benchDuplicates = async (books = 400): Promise<void> => {
  const dir = mkdtempSync(join(tmpdir(), 'octavo-bench-'));
  const root = join(dir, 'library');
  try {
    // The last series comes later.
    const files = await generateLookalikes(root, books + 10);
    const [late, held] = [join(root, `Series ${books / 10}`), join(dir, 'held')];
    renameSync(late, held);
    const library = openLibrary(dir, root);
    await library.scan();
    await library.analyze();
    const first = await measure(() => library.findDuplicates());
    const { precision, share } = judge(files, library.database);
    const count = files.length - 10;
    const perBook = first.cpuMs / count;
    console.log(`${count} books, Node ${process.version}`);
    console.log(`first search: ${perBook.toFixed(2)} ms of processor time per book`);
    console.log(`precision ${precision.toFixed(3)}, recall ${share(null).toFixed(3)}`);
    for (const kind of copyKinds) console.log(`  ${kind.padEnd(20)} ${share(kind).toFixed(3)}`);
    record(
      figure('search for duplicates, processor time per book', perBook, 'ms', '≤ 6'),
      figure('duplicates found: precision', precision, '', '≥ 1', 'more'),
      figure('duplicates found: recall', share(null), '', '≥ 0.95', 'more'),
    );
    const again = await measure(() => library.findDuplicates());
    console.log(`nothing new: ${(again.cpuMs / count).toFixed(2)} ms per book`);
    renameSync(held, late);
    await library.scan();
    await library.analyze();
    const later = await measure(() => library.findDuplicates());
    console.log(`10 new: ${(later.cpuMs / 10).toFixed(2)} ms per new book`);
    record(figure('later search, processor time per new book', later.cpuMs / 10, 'ms'));
    await library.close();
    console.log(`repeat: npm run bench -- duplicates ${books}`);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
};
