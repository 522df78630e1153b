import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { format } from 'prettier';

import type { Findings } from './figures.ts';
import { growthChart } from './growth-chart.ts';
import { reportText, slowdowns, type Report } from './report-text.ts';

const localPath = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const [main, tried, last] = [localPath('main.ts'), localPath('tried.md'), localPath('report.json')];
/** Results of the benchmarks of an interrupted report. */
const unfinished = localPath('.cache/report');
/** How long that counts, ms. */
const resumableMs = 86_400_000;
const [text, picture] = [
  localPath('../docs/performance.md'),
  localPath('../docs/pictures/growth.svg'),
];

/** A benchmark of a report, and the sizes at which it runs. */
const runs: readonly { bench: string; sizes: readonly number[] }[] = [
  { bench: 'desktop', sizes: [20_000] },
  { bench: 'serve', sizes: [20_000] },
  { bench: 'scan', sizes: [20_000] },
  { bench: 'pages', sizes: [5] },
  // Each also measures a tenth.
  { bench: 'api', sizes: [10_000, 100_000] },
  { bench: 'reading', sizes: [5000] },
  { bench: 'web', sizes: [10_000] },
];

/**
 * Runs a benchmark in a process of its own, because one would leave its memory to the next. One that
 * a report finished within a day before it was interrupted is not repeated.
 */
const find = async (bench: string, size: number): Promise<Findings> => {
  const file = join(unfinished, `${bench}-${size}.json`);
  const finished = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (Date.now() - finished < resumableMs) {
    return JSON.parse(readFileSync(file, 'utf8')) as Findings;
  }
  const child = spawn(process.execPath, [main, bench, String(size), file], { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`npm run bench -- ${bench} ${size} has failed`);
  return JSON.parse(readFileSync(file, 'utf8')) as Findings;
};

const load = (): number => Math.round((loadavg()[0] ?? 0) * 10) / 10;

const readLast = (): Report | null => {
  try {
    return JSON.parse(readFileSync(last, 'utf8')) as Report;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

/**
 * Runs the benchmarks and writes `docs/performance.md`, its picture and `bench/report.json`. `share` reduces
 * the sizes, for a quick look that writes nothing. An interrupted report continues where it stopped.
 */
export const benchReport = async (share = 1): Promise<void> => {
  mkdirSync(unfinished, { recursive: true });
  const before = readLast();
  const processors = cpus();
  const report: Report = {
    date: new Date().toISOString(),
    machine: `${processors.length} × ${processors[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${type()} ${release()}, Node ${process.version}`,
    load: [load(), NaN],
    benches: [],
    growth: [],
  };
  for (const { bench, sizes } of runs) {
    const scaled = sizes.map((size) => Math.max(1, Math.round(size * share)));
    const found: Findings[] = [];
    for (const size of scaled) found.push(await find(bench, size));
    report.benches.push({
      name: bench,
      repeat: `npm run bench -- ${bench} ${scaled.at(-1) ?? ''}`,
      figures: found.at(-1)?.figures ?? [],
    });
    for (const point of found.flatMap(({ growth }) => growth)) {
      // A size that two runs share counts once.
      const isKnown = report.growth.some(
        ({ name, books }) => name === point.name && books === point.books,
      );
      if (!isKnown) report.growth.push(point);
    }
  }
  report.load[1] = load();
  const markdown = reportText(report, before, readFileSync(tried, 'utf8'));
  for (const { bench, name, times } of slowdowns(report, before)) {
    console.log(`slower: ${bench}: ${name}, ${times.toFixed(2)} × as much`);
  }
  rmSync(unfinished, { recursive: true, force: true });
  if (share !== 1) return;
  writeFileSync(text, await format(markdown, { parser: 'markdown' }));
  writeFileSync(picture, growthChart(report.growth));
  writeFileSync(last, await format(JSON.stringify(report), { parser: 'json' }));
  console.log('docs/performance.md is written');
};
