import { describe, expect, test } from 'vitest';

import { failedFiles, openFiles, outcomeOf, summaryOf } from './record.ts';

const lines = (...all: object[]): string => all.map((line) => `${JSON.stringify(line)}\n`).join('');
const ended = (file: string, passed: number, failed = 0, skipped = 0) => ({
  ...{ file, passed, failed, skipped },
});

describe('the record of a run', () => {
  test('names what failed and what was open when it ended', () => {
    const record = lines(
      { file: 'a' },
      { file: 'a', test: 'reads' },
      ended('a', 2, 0, 1),
      { file: 'b' },
      { ...ended('b', 1, 1), failures: ['fails: no'] },
      { file: 'c' },
      { file: 'c', test: 'writes' },
    );
    const outcome = outcomeOf(record);
    expect(failedFiles(outcome)).toEqual(['b']);
    expect(openFiles(outcome)).toEqual(['c']);
    expect(summaryOf(['a', 'b', 'c', 'd'], [outcome])).toEqual({
      ...{ passed: 3, failed: 2, skipped: 1, raced: [] },
      ...{ hung: ['c > writes'], failures: ['b › fails: no'], missing: ['d'] },
    });
  });

  test('can be cut off at any byte', () => {
    const record = lines({ file: 'a' }, ended('a', 2), { file: 'b' }, ended('b', 1), { errors: 0 });
    for (let end = 0; end <= record.length; end += 1) {
      const { passed, failed, hung, missing } = summaryOf(
        ['a', 'b'],
        [outcomeOf(record.slice(0, end))],
      );
      expect(failed).toBe(hung.length);
      expect([0, 2, 3]).toContain(passed);
      expect(Number(passed >= 2) + Number(passed === 3) + hung.length + missing.length).toBe(2);
    }
  });

  test('says nothing where there is none', () => {
    expect(summaryOf(['a'], [outcomeOf('')])).toMatchObject({
      passed: 0,
      failed: 0,
      missing: ['a'],
    });
  });

  test('counts what was thrown beside all tests', () => {
    const outcome = outcomeOf(lines({ file: 'a' }, ended('a', 2), { errors: 1 }));
    expect(summaryOf(['a'], [outcome])).toMatchObject({ passed: 2, failed: 1 });
  });
});

describe('files that are run again', () => {
  const first = outcomeOf(lines(ended('a', 5), ended('b', 3, 1), { file: 'c', test: 'writes' }));

  test('have raced where they pass', () => {
    const again = [outcomeOf(lines(ended('b', 4), { errors: 0 })), outcomeOf(lines(ended('c', 2)))];
    expect(summaryOf(['a', 'b', 'c'], [first, ...again])).toMatchObject({
      ...{ passed: 11, failed: 0, raced: ['b', 'c'], hung: [], missing: [] },
    });
  });

  test('have failed where they fail or hang again', () => {
    const again = [
      outcomeOf(lines(ended('b', 3, 1), { errors: 1 })),
      outcomeOf(lines({ file: 'c' })),
    ];
    expect(summaryOf(['a', 'b', 'c'], [first, ...again])).toMatchObject({
      ...{ passed: 8, failed: 2, raced: [], hung: ['c > '] },
    });
  });
});
