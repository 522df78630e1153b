import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

describe.each(['docs/security.md', 'docs/reliability.md'])('%s', (document) => {
  const rows = readFileSync(join(root, document), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    // Without the heading of the table and the line below it.
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, what = '', , tests = '']) => [what, tests] as const);

  test('has a table', () => expect(rows.length).toBeGreaterThan(20));

  test.each(rows)('%s: names tests that exist', (_what, tests) => {
    const files = [...tests.matchAll(/`([^` ]+\.(?:test|e2e)\.ts)`/g)].map(([, file = '']) => file);
    expect(files).not.toEqual([]);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });
});
