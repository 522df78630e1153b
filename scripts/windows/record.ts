/** A line of the reporter: a file or a test began, a file ended, or the run ended. */
export type Line = Began | Ended | { errors: number };

interface Began {
  /** Relative to the project, `/` between folders. */
  file: string;
  test?: string;
}
interface Ended extends Counts {
  file: string;
  /** Full names of the failed tests, each with the first line of its error. */
  failures?: string[];
}

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** A file that ended, or the test that was running when its process ended. */
export type FileResult = Ended | { open: string };

/** Result of one vitest process under Wine. */
export interface Outcome {
  /** Files that did not begin are missing. */
  files: Map<string, FileResult>;
  /** Number of errors thrown outside of tests. */
  errors: number;
}

/** Parses the record of a run, which can be truncated at any byte. */
export const outcomeOf = (record: string): Outcome => {
  const outcome: Outcome = { files: new Map(), errors: 0 };
  for (const line of record.split('\n').flatMap(parse)) {
    if ('errors' in line) outcome.errors = line.errors;
    else if ('passed' in line) outcome.files.set(line.file, line);
    else outcome.files.set(line.file, { open: line.test ?? '' });
  }
  return outcome;
};

const parse = (text: string): Line[] => {
  try {
    return text === '' ? [] : [JSON.parse(text) as Line];
  } catch {
    // The last line, truncated when the run was killed.
    return [];
  }
};

/** Files with a failed test. */
export const failedFiles = ({ files }: Outcome): string[] =>
  [...files].filter(([, result]) => 'failed' in result && result.failed > 0).map(([file]) => file);

/** Files that were running when the process ended. */
export const openFiles = ({ files }: Outcome): string[] =>
  [...files].filter(([, result]) => 'open' in result).map(([file]) => file);

export interface Summary extends Counts {
  /** Files that failed or hung once, and passed when repeated. */
  raced: string[];
  /** Files that hung when repeated, with the test; each counts as failed. */
  hung: string[];
  /** Failed tests, one line each. */
  failures: string[];
  /** Files that did not begin. */
  missing: string[];
}

/** Sums up consecutive runs of the same files; the last result of each file counts. */
export const summaryOf = (files: readonly string[], outcomes: readonly Outcome[]): Summary => {
  const last = new Map(outcomes.flatMap((outcome) => [...outcome.files]));
  const ended = [...last.values()].filter((result): result is Ended => 'passed' in result);
  const sum = (name: keyof Counts) => ended.reduce((total, counts) => total + counts[name], 0);
  const hung = [...last].flatMap(([file, result]) =>
    'open' in result ? [`${file} > ${result.open}`] : [],
  );
  const once = new Set(
    outcomes.flatMap((outcome) => [...failedFiles(outcome), ...openFiles(outcome)]),
  );
  const isSound = (file: string) => {
    const result = last.get(file);
    return result !== undefined && 'failed' in result && result.failed === 0;
  };
  // Vitest also counts an error that breaks a file.
  const errors = once.size > 0 ? 0 : outcomes.reduce((total, outcome) => total + outcome.errors, 0);
  return {
    passed: sum('passed'),
    skipped: sum('skipped'),
    failed: sum('failed') + hung.length + errors,
    raced: [...once].filter(isSound),
    hung,
    failures: ended.flatMap(({ file, failures = [] }) =>
      failures.map((name) => `${file} › ${name}`),
    ),
    missing: files.filter((file) => !last.has(file)),
  };
};
