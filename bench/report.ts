import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, tmpdir, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { format } from 'prettier';

import type { Findings } from './figures.ts';
import { growthChart } from './growth-chart.ts';
import { reportText, slowdowns, withPart, type Part, type Report } from './report-text.ts';

const localPath = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const [main, tried, last] = [localPath('main.ts'), localPath('tried.md'), localPath('report.json')];
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

/** Runs a benchmark in a process of its own, because one would leave its memory to the next. */
const find = async (bench: string, size: number): Promise<Findings> => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-bench-'));
  try {
    const file = join(folder, 'figures.json');
    const child = spawn(process.execPath, [main, bench, String(size), file], { stdio: 'inherit' });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`npm run bench -- ${bench} ${size} has failed`);
    return JSON.parse(readFileSync(file, 'utf8')) as Findings;
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const load = (): number => Math.round((loadavg()[0] ?? 0) * 10) / 10;

const machine = (): string => {
  const processors = cpus();
  return `${processors.length} × ${processors[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${type()} ${release()}, Node ${process.version}`;
};

const measure = async (bench: string, sizes: readonly number[]): Promise<Omit<Part, 'former'>> => {
  const before = load();
  const found: Findings[] = [];
  for (const size of sizes) found.push(await find(bench, size));
  const points = found.flatMap(({ growth }) => growth);
  return {
    name: bench,
    repeat: `npm run bench -- ${bench} ${sizes.at(-1) ?? ''}`,
    date: new Date().toISOString(),
    machine: machine(),
    load: [before, load()],
    figures: found.at(-1)?.figures ?? [],
    // A size that two runs share counts once.
    growth: points.filter(
      ({ name, books }, index) =>
        points.findIndex((other) => other.name === name && other.books === books) === index,
    ),
  };
};

const write = async (report: Report): Promise<void> => {
  const markdown = reportText(report, readFileSync(tried, 'utf8'));
  writeFileSync(text, await format(markdown, { parser: 'markdown' }));
  writeFileSync(picture, growthChart(report.parts.flatMap(({ growth }) => growth)));
  writeFileSync(last, await format(JSON.stringify(report), { parser: 'json' }));
};

/**
 * Runs the benchmarks that are named, or all, and after each writes `docs/performance.md`, its picture and
 * `bench/report.json`, where the others keep their last figures. A number reduces the sizes instead, for a
 * quick look that writes nothing.
 */
export const benchReport = async (...names: readonly string[]): Promise<void> => {
  const share = Number(names[0] ?? 1);
  const chosen = Number.isNaN(share) ? runs.filter(({ bench }) => names.includes(bench)) : runs;
  const unknown = names.find(
    (name) => Number.isNaN(Number(name)) && !runs.some(({ bench }) => bench === name),
  );
  if (unknown !== undefined) {
    throw new Error(
      `A report has no part ${unknown}, only ${runs.map(({ bench }) => bench).join(', ')}`,
    );
  }
  let report = JSON.parse(readFileSync(last, 'utf8')) as Report;
  for (const { bench, sizes } of chosen) {
    if (share < 1) {
      await measure(
        bench,
        sizes.map((size) => Math.max(1, Math.round(size * share))),
      );
      continue;
    }
    report = withPart(report, await measure(bench, sizes));
    await write(report);
    console.log(`docs/performance.md has ${bench} of today`);
    for (const { name, times } of slowdowns(report.parts.filter(({ name }) => name === bench))) {
      console.log(`slower: ${bench}: ${name}, ${times.toFixed(2)} × as much`);
    }
  }
};
