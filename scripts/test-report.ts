import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

interface TestFile {
  name: string;
  status: string;
  message?: string;
  assertionResults?: {
    fullName: string;
    status: string;
    failureMessages?: string[];
    /** Set by `needs()` of server/testing. */
    meta?: { needs?: string };
  }[];
}

const widest = 300;
const cut = (text: string) => (text.length > widest ? `${text.slice(0, widest - 1)}…` : text);
/** The first line with text, without terminal codes. */
export const firstLine = (text: string): string =>
  stripVTControlCharacters(text)
    .split('\n')
    .find((line) => line.trim() !== '')
    ?.trim() ?? 'no message';

const filesOf = (report: string | null): TestFile[] => {
  try {
    return (JSON.parse(report ?? '{}') as { testResults?: TestFile[] }).testResults ?? [];
  } catch {
    // Truncated: the run was killed while writing.
    return [];
  }
};

/**
 * The failed tests in vitest's JSON report, one line each: the file relative to `root`, the full
 * name and the first line of the error. A file that failed as a whole is one line, too.
 */
export const failedTests = (report: string | null, root: string): string[] =>
  filesOf(report)
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message = '', assertionResults = [] }) => {
      const file = path.relative(root, name).replaceAll('\\', '/');
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0) return [cut(`${file}: ${firstLine(message)}`)];
      return failed.map(({ fullName, failureMessages = [] }) =>
        cut(`${file} › ${fullName}: ${firstLine(failureMessages.join('\n'))}`),
      );
    });

/** The skipped tests, one line per missing requirement. */
export const skippedTests = (report: string | null, root: string): string[] => {
  const namesOf = new Map<string, string[]>();
  for (const { name, assertionResults = [] } of filesOf(report)) {
    for (const { fullName, status, meta } of assertionResults) {
      if (status !== 'skipped') continue;
      const needs = meta?.needs ?? `a reason in ${path.relative(root, name)}`;
      namesOf.set(needs, [...(namesOf.get(needs) ?? []), fullName]);
    }
  }
  return [...namesOf].map(([needs, names]) =>
    cut(`${names.length} for want of ${needs}: ${names.join('; ')}`),
  );
};

/** Why a suite failed: its failed tests, or how it ended if no test failed. Empty if it passed. */
export const failuresOf = (exitCode: number, report: string | null, root: string): string[] => {
  const failed = failedTests(report, root);
  if (failed.length > 0) return failed;
  if (report === null) return [`ended with code ${exitCode} and wrote no report`];
  if (exitCode !== 0) return [`ended with code ${exitCode}, though no test failed`];
  return filesOf(report).length === 0 ? ['ran no test'] : [];
};
