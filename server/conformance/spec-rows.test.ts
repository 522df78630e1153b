import { expect, it } from 'vitest';

import { specRows } from './spec-rows.ts';

const table = (...rows: string[]) => ['', '| Item | Rule |', '|---|---|', ...rows, ''];
const idsOf = (...lines: string[]) => specRows(lines.join('\n')).map(({ id }) => id);

it('finds the rows of every table, by heading and the words that lead to it', () => {
  expect(
    idsOf(
      '## Limits (all of them)',
      ...table('| page size | 50 |', '| page | `1|2` |'),
      'Some text: it leads nowhere.',
      ...table('| page | 3 |'),
      'Create request (short):',
      ...table('| page | 4 |'),
      '### Books',
      ...table('| GET | /books/{id} |', '| POST | /books/{id} |', '| `a|b` | c |'),
    ),
  ).toEqual([
    'Limits: page size',
    'Limits: page',
    'Limits 2: page',
    'Limits, create request: page',
    'Books: GET /books/{id}',
    'Books: POST /books/{id}',
    'Books: a|b',
  ]);
});

it('refuses two rows of the same name', () => {
  expect(() => idsOf('## Limits', ...table('| page | 1 |', '| page | 2 |'))).toThrow(
    'Two rows are called "Limits: page"',
  );
});
