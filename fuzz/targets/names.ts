import { readFileSync } from 'node:fs';
import path from 'node:path';

import { parseName, titleOf } from '../../server/media/filename-parser/parse-name.ts';
import { cleanSeriesName } from '../../server/media/filename-parser/read-name.ts';
import { parseRelease } from '../../server/media/filename-parser/releases.ts';
import { must, type Target } from '../target.ts';

const table = path.join(
  import.meta.dirname,
  '../../../shared/fixtures/names/filename-parsing.json',
);

/** Maximum length of a file name on any file system. */
const maxNameLength = 255;
/** Maximum length of a feed title; longer ones are truncated earlier. */
const maxTitleLength = 300;
const isNumber = (value: unknown) => value === null || Number.isFinite(value);

/** File and folder names, and release titles. */
export const target: Target = {
  seeds: () => {
    const { cases } = JSON.parse(readFileSync(table, 'utf8')) as { cases: { input: string }[] };
    return cases.map(({ input }) => Buffer.from(input));
  },
  tokens: [
    ...[
      'v01',
      'Vol. ',
      'c012.5',
      '#½',
      '第12話',
      '第3巻',
      ' - ',
      '[',
      ']',
      '(',
      ')',
      '{',
      '}',
      '~',
    ],
    ...['(2014)', '(of 5)', '[Group]', ' SP01', 'S01E02', '.cbz', '/', '\\', '_', '.', '\0', '%20'],
    ...['1-', '1.1.', '---', '   ', '  v', '시즌', 'เล่มที่', 'глава', '\u0301', '😀', '9'.repeat(40)],
  ],
  run: (input) => {
    const text = input.toString('utf8').slice(0, 16 * maxNameLength);
    const names = text.split('/').map((name) => name.slice(0, maxNameLength));
    const filename = names.pop() ?? '';
    const parsed = parseName(filename, names);
    const release = parseRelease(text.slice(0, maxTitleLength));
    must(typeof titleOf(filename, parsed) === 'string', 'a title is text');
    must(typeof cleanSeriesName(filename).name === 'string', 'a series has a name');
    for (const value of Object.values(parsed)) {
      must(typeof value !== 'number' || isNumber(value), 'numbers are finite');
    }
    const shape = [parsed, release].flatMap((record) => Object.values<unknown>({ ...record }));
    return shape.map((value) => (value === null || value === '' ? 0 : 1)).join('');
  },
};
