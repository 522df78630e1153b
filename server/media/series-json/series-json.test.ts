import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, test } from 'vitest';

import { parseSeriesJson } from './series-json.ts';

const fixtures = join(import.meta.dirname, '../../../../shared/fixtures/comicinfo/mylar-series');
const read = (name: string) => parseSeriesJson(readFileSync(join(fixtures, name, 'series.json')));
const parse = (value: unknown) => parseSeriesJson(Buffer.from(JSON.stringify(value)));

describe('series.json', () => {
  test.each([
    [
      'american-vampire-1976',
      {
        name: 'American Vampire 1976',
        publisher: 'DC Comics',
        imprint: null,
        summary: 'Nine issue mini-series, the closing chapter of American Vampire',
        year: 2020,
        status: 'ongoing',
        age_rating: 18,
        total_issues: 9,
      },
    ],
    [
      'usagi-yojimbo-no-publisher',
      { name: 'Usagi Yojimbo', publisher: null, summary: null, status: 'ended', age_rating: null },
    ],
    ['vinland-saga', { publisher: 'Kodansha Comics USA', year: 2013, total_issues: 12 }],
  ])('of %s', (name, expected) => {
    expect(read(name)).toMatchObject(expected);
  });

  it('keeps what makes sense of a file with values that do not', () => {
    expect(
      parse({ metadata: { name: ' Saga ', year: 'soon', total_issues: -3, status: 'Resting' } }),
    ).toMatchObject({ name: 'Saga', year: null, total_issues: null, status: null });
    expect(parse({ metadata: { status: 'constructor', age_rating: 'constructor' } })).toMatchObject(
      { status: null, age_rating: null },
    );
  });

  test.each([
    ['no JSON', Buffer.from('{"metadata": {')],
    ['a list', Buffer.from('[]')],
    ['without metadata', Buffer.from('{}')],
    ['of another shape', Buffer.from('{"metadata": "x"}')],
    ['too large', Buffer.alloc(1024 * 1024 + 1, ' ')],
  ])('%s is ignored', (_, bytes) => {
    expect(parseSeriesJson(bytes)).toBeNull();
  });

  it('may begin with a byte order mark', () => {
    expect(parseSeriesJson(Buffer.from('\ufeff{"metadata":{"name":"Saga"}}'))?.name).toBe('Saga');
  });
});
