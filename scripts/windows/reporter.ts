import { appendFileSync } from 'node:fs';

import type { Reporter, TestCase, TestModule } from 'vitest/node';

import { firstLine } from '../test-report.ts';
import type { Counts, Line } from './record.ts';

const countsOf = (module: TestModule): Counts => {
  const count = (state: keyof Counts) => [...module.children.allTests(state)].length;
  const failed = count('failed');
  return {
    passed: count('passed'),
    // A file that failed to load has no tests.
    failed: module.state() === 'failed' ? Math.max(failed, 1) : failed,
    skipped: count('skipped'),
  };
};

const failuresOf = (module: TestModule): string[] => [
  ...module.errors().map(({ message }) => firstLine(message)),
  ...[...module.children.allTests('failed')].map(
    (test) => `${test.fullName}: ${firstLine(test.result().errors?.[0]?.message ?? '')}`,
  ),
];

/** Records each file and test as it begins or ends, because a run under Wine can end without a report. */
export default class RecordReporter implements Reporter {
  readonly #write = (line: Line): void =>
    appendFileSync(
      process.env['OCTAVO_TEST_RECORD'] ?? 'record.jsonl',
      `${JSON.stringify(line)}\n`,
    );

  onTestModuleStart({ relativeModuleId: file }: TestModule): void {
    this.#write({ file });
  }

  onTestCaseReady({ module: { relativeModuleId: file }, fullName: test }: TestCase): void {
    this.#write({ file, test });
  }

  onTestModuleEnd(module: TestModule): void {
    this.#write({
      file: module.relativeModuleId,
      ...countsOf(module),
      failures: failuresOf(module),
    });
  }

  onTestRunEnd(_: unknown, errors: readonly unknown[]): void {
    this.#write({ errors: errors.length });
  }
}
