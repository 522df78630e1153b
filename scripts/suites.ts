import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { captureNode, root, runTalkingNode, toolPath } from './run.ts';
import { failuresOf, skippedTests } from './test-report.ts';
import { mergeRetry, checkResult, filesToRepeat, testResult, type Result } from './test-summary.ts';

/** Result of a suite, and its lines in the final summary. */
export interface SuiteOutcome {
  result: Result;
  failed?: string[];
  skipped?: string[];
  /** Flaky tests: failed at first, but passed when repeated in isolation. */
  raced?: string[];
}

export interface Suite {
  name: string;
  run: () => Promise<SuiteOutcome>;
}

/** Folder of the reports. */
export const reports = path.join(root, 'test-results');

/** The last lines of a check's output; linters print the errors there. */
const lastLines = (output: string): string[] =>
  stripVTControlCharacters(output)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-12);

/** A command that passes or fails; its output is only shown on failure. */
export const check = (name: string, args: string[]): Suite => ({
  name,
  run: async () => {
    const { exitCode, output } = await captureNode(args, 20 * 60_000);
    process.stdout.write(output);
    const result = checkResult(exitCode);
    return exitCode === 0 ? { result } : { result, failed: lastLines(output) };
  },
});

/**
 * A suite that hangs is stopped, a slow one is not: tests have time limits of their own and report each file,
 * and the longest file takes a few minutes on a busy machine.
 */
const silenceMs = 12 * 60_000;

/** Runs a command that writes its report to a file, and reads it. */
const reported = async (file: string, args: string[]) => {
  rmSync(file, { force: true });
  const exitCode = await runTalkingNode(args, silenceMs);
  const report = existsSync(file) ? readFileSync(file, 'utf8') : null;
  return {
    report,
    result: testResult(exitCode, report),
    failed: failuresOf(exitCode, report, root),
    skipped: skippedTests(report, root),
  };
};

/** A suite that writes a report in vitest's format to the given file. */
export const counted = (name: string, args: (report: string) => string[]): Suite => ({
  name,
  run: async () => {
    const file = path.join(reports, `${name}.json`);
    return reported(file, args(file));
  },
});

/**
 * A vitest suite. A few failed tests are repeated in isolation, so that a stalled machine does not
 * block the work; each is reported at the end, because flaky tests are bugs.
 */
export const tests = (name: string, config: string): Suite => ({
  name,
  run: async () => {
    const run = (file: string, args: string[]) =>
      reported(path.join(reports, `${file}.json`), [
        toolPath('vitest'),
        'run',
        `--config=${config}`,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${path.join(reports, `${file}.json`)}`,
        ...args,
      ]);
    const first = await run(name, []);
    const files = filesToRepeat(first.report);
    if (files.length === 0) return first;
    console.log(`\n── ${name}, once more by themselves: ${files.join(', ')}`);
    const again = await run(`${name}-again`, ['--no-file-parallelism', ...files]);
    const result = mergeRetry(first.result, again.result);
    const { failed, skipped } = first;
    return result.failed === 0
      ? { result, skipped, raced: failed }
      : { result, skipped, failed: again.failed };
  },
});
