/**
 * `npm run test:windows`: runs the tests of `server/`, `main/` and `shared/` with node.exe under Wine, on Debian as
 * root; elsewhere it prints the reason why not. Wine, node.exe and the Windows packages (4 GB) are cached in
 * `~/.cache/octavo-wine` or the folder in `OCTAVO_WINE`.
 *
 *   --prepare             only fills the cache
 *   --only=run-03,server/paths   some of the runs, or files whose paths start so
 *   --minutes=12          stops after this time and lists runs without a result
 *   --lanes=1             parallel runs; two by default on two processors
 *   --turn=5              begins where it began in that turn, which changes each hour
 *
 * The last line printed is `N passed, N failed`.
 */
import { existsSync, mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { root } from './run.ts';
import { summaryLine, type Result } from './test-summary.ts';
import { failedFiles, openFiles, summaryOf, type Outcome } from './windows/record.ts';
import { prepare, runTests, starts } from './windows/node-exe.ts';
import { inTurn, story, toRuns, windowsTests, type Run } from './windows/runs.ts';

const optionOf = (name: string): string | undefined =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);

/** More files per run save start-up time; fewer lose less when Wine crashes. */
const filesPerRun = 10;
const minute = 60_000;
const hour = 60 * minute;
const limit = Number(optionOf('minutes') ?? 60) * minute;
const lanes = Number(optionOf('lanes') ?? Math.min(os.availableParallelism(), 2));
const only = optionOf('only')?.split(',');
const turn = Number(optionOf('turn') ?? Math.floor(Date.now() / hour));

const whyNot = (): string | null => {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'it takes Linux on x64';
  if (process.getuid?.() !== 0) return 'it takes root, for a Debian of its own';
  if (!existsSync('/etc/debian_version')) return 'it takes Debian';
  return null;
};

const allRuns = (): Run[] => {
  const runs = [
    { name: 'story', files: [story] },
    ...toRuns(windowsTests(root, ['main', 'server', 'shared']), filesPerRun),
  ];
  if (!only) return inTurn(runs, turn);
  const named = runs.filter(({ name }) => only.includes(name));
  const files = runs.flatMap((run) => run.files);
  const chosen = files.filter((file) => only.some((start) => file.startsWith(start)));
  return [...named, ...toRuns(chosen, filesPerRun)];
};

const total: Result = { passed: 0, failed: 0 };
let skipped = 0;
const missing: string[] = [];
let isTimeOver = () => false;

/** A crash of Wine says nothing about the test that was running, so that one is tried again. */
const attemptsPerCrash = 4;

interface Outcomes {
  outcomes: Outcome[];
  /** Files in which Wine crashed at each attempt. */
  crashed: string[];
}

/**
 * Repeats files that failed or hung: failed ones together, hung ones alone, because they can block others. Files that
 * pass then are reported as flaky; files without a result again count as failed.
 */
const outcomesOf = async ({ name, files }: Run): Promise<Outcomes> => {
  const outcomes: Outcome[] = [];
  const crashes = new Map<string, number>();
  /** `cutOff` are the files in which Wine crashed; they are not in the outcome. */
  const attempt = async (
    label: string,
    some: readonly string[],
  ): Promise<{ outcome: Outcome; cutOff: string[] }> => {
    const { outcome, output, hasWineCrashed } = await runTests(
      { name: label, files: some },
      isTimeOver,
    );
    const cutOff = hasWineCrashed ? openFiles(outcome) : [];
    for (const file of cutOff) {
      crashes.set(file, (crashes.get(file) ?? 0) + 1);
      outcome.files.delete(file);
    }
    outcomes.push(outcome);
    if (failedFiles(outcome).length + outcome.errors > 0) console.log(output);
    return { outcome, cutOff };
  };
  const again: string[][] = [];
  let rest: readonly string[] = files;
  while (rest.length > 0 && !isTimeOver()) {
    const { outcome, cutOff } = await attempt(rest === files ? name : `${name}-rest`, rest);
    const begun = new Set([...outcome.files.keys(), ...cutOff]);
    // If no file began, another attempt would end the same way.
    if (begun.size === 0) again.push([...rest]);
    again.push(failedFiles(outcome), ...[...openFiles(outcome), ...cutOff].map((file) => [file]));
    rest = begun.size === 0 ? [] : rest.filter((file) => !begun.has(file));
  }
  const queue = again.filter((list) => list.length > 0);
  for (let index = 1, some = queue.shift(); some && !isTimeOver(); index++, some = queue.shift()) {
    const { cutOff } = await attempt(`${name}-again-${index}`, some);
    const tryAgain = cutOff.filter((file) => (crashes.get(file) ?? 0) < attemptsPerCrash);
    queue.push(...tryAgain.map((file) => [file]));
  }
  const crashed = [...crashes].filter(([, count]) => count >= attemptsPerCrash);
  return { outcomes, crashed: crashed.map(([file]) => file) };
};

const runOne = async (run: Run): Promise<void> => {
  const started = performance.now();
  const { outcomes, crashed } = await outcomesOf(run);
  const summary = summaryOf(run.files, outcomes);
  total.passed += summary.passed;
  skipped += summary.skipped;
  // Tests that the time limit or Wine interrupted have no result; otherwise a file that did not begin is a failure.
  const notBegun = summary.missing.filter((file) => !crashed.includes(file));
  const unfinished = isTimeOver() ? -summary.hung.length : notBegun.length;
  const failed = summary.failed + unfinished;
  total.failed += failed;
  for (const test of summary.failures) console.log(`FAILED   windows: ${test}`);
  for (const file of summary.raced) console.log(`RACED    ${file}`);
  for (const file of crashed) console.log(`WINE     crashed ${attemptsPerCrash} times in ${file}`);
  for (const test of summary.hung) console.log(`${isTimeOver() ? 'CUT OFF' : 'HUNG'}     ${test}`);
  if (summary.missing.length > 0) {
    missing.push(`${run.name} (${summary.missing.length} files)`);
    if (!isTimeOver())
      console.log(`FAILED   windows: ${summary.missing.join(', ')}: did not begin`);
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  const folders = [...new Set(run.files.map((file) => path.posix.dirname(file)))];
  console.log(
    `windows ${run.name.padEnd(7)} ${summaryLine({ passed: summary.passed, failed })} in ${seconds} s: ${folders.join(', ')}`,
  );
};

const runAll = async (): Promise<string | null> => {
  const reason = whyNot() ?? (await prepare());
  if (reason !== null || process.argv.includes('--prepare')) return reason;
  if (!(await starts())) return 'node.exe does not start under Wine here';
  const ends = performance.now() + limit;
  isTimeOver = () => performance.now() > ends;
  const queue = allRuns();
  const begin = queue.slice(0, 3).map(({ name }) => name);
  if (!only) console.log(`Windows tests begin with ${begin.join(', ')} (--turn=${turn}).`);
  const lane = async () => {
    for (let run = queue.shift(); run; run = queue.shift()) {
      if (isTimeOver()) missing.push(run.name);
      else await runOne(run);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return null;
};

mkdirSync(path.join(root, 'test-results'), { recursive: true });
const reason = await runAll();
if (reason !== null) console.log(`Windows tests were not run: ${reason}.`);
if (missing.length > 0) console.log(`Windows tests without a result: ${missing.join(', ')}.`);
if (!process.argv.includes('--prepare')) {
  console.log(`Windows tests that say why they do not run there: ${skipped}.`);
  console.log(summaryLine(total));
}
process.exitCode = total.failed === 0 ? 0 : 1;
