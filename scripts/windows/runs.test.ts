import { existsSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, test } from 'vitest';

import { root } from '../run.ts';
import { leftOut } from './left-out.ts';
import { inTurn, story, toRuns, windowsTests } from './runs.ts';

describe('the tests of Windows', () => {
  const files = windowsTests(root, ['main', 'server', 'shared']);

  test('are all of the shell, the server and what they share, but for what is named', () => {
    const found = windowsTests(root, ['main']);
    expect(found).toContain('main/app/desktop-files.test.ts');
    expect(found).not.toContain('main/packaging.test.ts');
    expect(files.length).toBeGreaterThan(200);
    expect(existsSync(path.join(root, story))).toBe(true);
    for (const file of files) expect(Object.keys(leftOut)).not.toContain(file);
  });

  test('begin where Windows shows most', () => {
    expect(files[0]).toMatch(/^server\/paths\//);
    const indexOf = (start: string) => files.findIndex((file) => file.startsWith(start));
    expect(indexOf('server/database/')).toBeLessThan(indexOf('server/scanner/'));
    expect(indexOf('server/scanner/')).toBeLessThan(indexOf('server/features/opds/'));
  });

  test.each(Object.entries(leftOut))('leave %s out, which is there, for a reason', (name, why) => {
    expect(existsSync(path.join(root, name))).toBe(true);
    expect(why).toMatch(/^[A-Z].{20,}\.$/);
  });

  test('are split into small runs, in their order', () => {
    const runs = toRuns(files, 10);
    expect(runs.flatMap((run) => run.files)).toEqual(files);
    expect(new Set(runs.map(({ name }) => name)).size).toBe(runs.length);
    for (const run of runs) expect(run.files.length).toBeLessThanOrEqual(10);
    expect(toRuns([], 10)).toEqual([]);
  });

  test.each([1, 7, 24, 25])('are all reached when tested for a while every %s hours', (hours) => {
    const runs = [{ name: 'story', files: [story] }, ...toRuns(files, 10)];
    const reached = Array.from({ length: 13 }, (_, index) =>
      inTurn(runs, 500_000 + index * hours).slice(0, 6),
    );
    for (const turn of reached) expect(turn.slice(0, 2)).toEqual(runs.slice(0, 2));
    expect(new Set(reached.flat().map(({ name }) => name)).size).toBe(runs.length);
    expect(new Set(inTurn(runs, 7))).toEqual(new Set(runs));
  });
});
