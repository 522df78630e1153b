import { appendFileSync, mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  bareScan,
  readCovers,
  readEverything,
  renderCovers,
  walkAndStat,
} from './baseline-scan.ts';
import { openLibrary } from './bench-library.ts';
import { countCalls } from './count-calls.ts';
import { figure, record } from './figures.ts';
import { generateLibrary } from './generate.ts';
import {
  type Compared,
  measure,
  medianOf,
  printCompared,
  printHeading,
  runAsInBackground,
} from './measure.ts';
import { benchFormats } from './scan-formats.ts';
import { benchLargePages } from './scan-pages.ts';
import { growth } from './statistics.ts';

const rounds = 3;

/** The phases, and their targets in units of the baseline unless stated. */
const phases = {
  first: { name: 'first scan / bare loop', target: '≤ 4.5, growth ≤ 1.05' },
  unchanged: { name: 'unchanged rescan / walk + stat', target: '≤ 4 with 10,000 books or more' },
  changed: { name: 'rescan, 1 % changed / walk + stat', target: '≤ 4 with 10,000 books or more' },
  deep: { name: 'deep scan / reading everything', target: '' },
  analysis: { name: 'sizes and covers / sharp alone', target: '≤ 1.25' },
} as const;

type Phase = keyof typeof phases;
const names = Object.keys(phases) as Phase[];

/** Modifies one in 200 files, and touches another one in 200. */
const change = (root: string): void => {
  let index = 0;
  walkAndStat(root, (path) => {
    index += 1;
    if (index % 200 === 1) appendFileSync(path, '\n');
    if (index % 200 === 101) utimesSync(path, new Date(), new Date());
  });
};

/**
 * Medians of all phases for a library of this size, each after its baseline; the last two run once.
 */
const measureSize = async (dir: string, books: number): Promise<Record<Phase, Compared>> => {
  const root = join(dir, 'library');
  generateLibrary(root, books);
  const runs: Record<Phase, Compared[]> = {
    first: [],
    unchanged: [],
    changed: [],
    deep: [],
    analysis: [],
  };
  const compare = async (phase: Phase, base: () => unknown, ours: () => unknown) => {
    runs[phase].push({ base: await measure(base), ours: await measure(ours) });
  };
  const walk = () => walkAndStat(root);
  walk();
  for (let round = 1; round <= rounds; round++) {
    const own = join(dir, String(round));
    mkdirSync(own);
    const library = openLibrary(own, root);
    const scan = () => library.scan();
    await compare('first', () => bareScan(root, join(own, 'bare.db')), scan);
    await compare('unchanged', walk, scan);
    change(root);
    await compare('changed', walk, scan);
    if (round === rounds) {
      const covers = readCovers(root);
      await compare(
        'deep',
        () => readEverything(root),
        () => library.scan('deep'),
      );
      await compare(
        'analysis',
        () => renderCovers(covers),
        () => library.analyze(),
      );
    }
    await library.close();
  }
  const middle = (phase: Phase): Compared => ({
    ours: medianOf(runs[phase].map(({ ours }) => ours)),
    base: medianOf(runs[phase].map(({ base }) => base)),
  });
  return {
    first: middle('first'),
    unchanged: middle('unchanged'),
    changed: middle('changed'),
    deep: middle('deep'),
    analysis: middle('analysis'),
  };
};

/** Number of files that a rescan of an unchanged library opens. */
const countOpened = async (dir: string): Promise<number> => {
  const root = join(dir, 'library');
  generateLibrary(root, 100);
  const library = openLibrary(dir, root, 'inline');
  await library.scan();
  const { opened } = await countCalls(() => library.scan());
  await library.close();
  return opened;
};

/**
 * Scans generated archives at this size and a tenth of it, then large pages and real files of all
 * formats, each against the bare work on the same files in the same run. Only ratios are
 * meaningful; thread startup weighs on the tenth.
 */
export const benchScan = async (books = 20_000): Promise<void> => {
  runAsInBackground();
  const dir = mkdtempSync(join(tmpdir(), 'octavo-bench-'));
  try {
    const [tenth, whole] = [Math.ceil(books / 10), books];
    const small = await measureSize(join(dir, 'tenth'), tenth);
    printHeading(`${tenth} books, Node ${process.version}`);
    for (const phase of names) printCompared(phases[phase].name, small[phase], { books: tenth });
    const large = await measureSize(join(dir, 'whole'), whole);
    printHeading(`${whole} books`);
    for (const phase of names) {
      const { name, target } = phases[phase];
      const exponent = growth(small[phase].ours.cpuMs, large[phase].ours.cpuMs);
      printCompared(name, large[phase], { books: whole, growth: exponent, target });
      const { ours, base } = large[phase];
      record(
        figure(name, ours.ms / base.ms, '×', target),
        figure(`${name}, processor time`, ours.cpuMs / base.cpuMs, '×'),
        figure(`${name}, growth exponent`, exponent, ''),
      );
    }
    const { first } = large;
    record(figure('first scan, books a second', (whole / first.ours.ms) * 1000, '', '≥ 2,800'));
    const opened = await countOpened(join(dir, 'counted'));
    console.log(`files opened in an unchanged rescan: ${opened}, target 0`);
    record(figure('files opened in an unchanged rescan', opened, '', '≤ 0'));
    await benchLargePages(join(dir, 'pages'));
    await benchFormats(join(dir, 'formats'));
    console.log(`\nrepeat: npm run bench -- scan ${books}`);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
};
