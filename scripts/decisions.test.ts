import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

const folder = path.join(import.meta.dirname, '../docs/decisions');
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
const decisions = globSync('0*.md', { cwd: folder })
  .sort()
  .map((name) => ({ name, text: read(name) }));

const titleOf = (text: string) => /^# (.+)$/m.exec(text)?.[1] ?? '';

test('the index lists every decision once, by number, with its title and status', () => {
  const rows = read('README.md')
    .split('\n')
    .flatMap((line) => {
      const row = /^\| (\d{4}) +\| \[(.+?)\]\(([\w-]+\.md)\) +\| (\S.*?) +\|$/.exec(line);
      return row ? [row.slice(1)] : [];
    });
  expect(rows.map(([number, title, name]) => [number, title, name])).toEqual(
    decisions.map(({ name, text }) => [name.slice(0, 4), titleOf(text), name]),
  );
  const status = /^(accepted: .{10,}|superseded by \d{4})/;
  expect(rows.flatMap(([number, , , text = '']) => (status.test(text) ? [] : [number]))).toEqual(
    [],
  );
});

test.each(decisions)('$name follows the template', ({ text }) => {
  const headings = Array.from(text.matchAll(/^## (.+)$/gm), ([, heading]) => heading);
  expect(headings).toEqual(['Context', 'Decision', 'Consequences']);
  // A title names the subject, without a full stop.
  expect(titleOf(text)).toMatch(/^[\p{Lu}\d“].*[^.:!?]$/u);
});
