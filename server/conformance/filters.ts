import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeAll, expect } from 'vitest';

import type { Paginated } from '../../shared/endpoint.ts';
import { connect } from '../database/database.ts';
import { addLibrary } from './fixture.ts';
import type { DescribeArea } from './coverage.ts';

type Kind = 'series' | 'books';

/** Filters of series and books. */
export const filters: DescribeArea = ({ describeRow }, fixture) => {
  beforeAll(async () => {
    const folder = join(fixture().dir, 'Broken/Broken');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'Broken 01.cbz'), 'This is no archive');
    await addLibrary(fixture(), 'Broken');
    const database = connect(join(fixture().dataDir, 'octavo.db'));
    database.prepare(`UPDATE series SET status = 'ended' WHERE name = 'Akira'`).run();
    database.close();
    const dororo = await fixture().idOf('Dororo');
    await fixture().send('POST', `/series/${dororo}/read`);
  });
  const post = (kind: Kind, body: unknown) =>
    fixture().send<Paginated<{ name?: string; title?: string }>>(
      'POST',
      `/${kind}/list?sort=${kind === 'series' ? 'name' : 'title'},asc`,
      body,
    );
  /** Matching names, joined in one line. */
  const found = async (kind: Kind, body: unknown) => {
    const { status, body: answer } = await post(kind, body);
    expect([JSON.stringify(body), status]).toEqual([JSON.stringify(body), 200]);
    return answer.data.map(({ name, title }) => name ?? title).join(', ');
  };
  const leaf = (field: string, operator: string, value?: string) => ({
    [field]: { operator, ...(value === undefined ? {} : { value }) },
  });

  describeRow(
    'Filtering: condition',
    'each filter field of series and of books, each operator, nested allOf and anyOf; anything but a condition is refused',
    async () => {
      const [crime, manga] = [
        leaf('genre', 'is', 'Crime'),
        leaf('libraryId', 'is', fixture().manga),
      ];
      const ended = leaf('status', 'is', 'ended');
      const series: [object, string][] = [
        [manga, 'Dororo'],
        [crime, 'Blacksad'],
        [leaf('tag', 'is', 'cyberpunk'), 'Akira'],
        [ended, 'Akira'],
        [leaf('publisher', 'isNot', 'Kodansha'), 'Blacksad, Broken, Dororo'],
        [leaf('publisher', 'isNull'), 'Broken, Dororo'],
        [leaf('language', 'isNotNull'), 'Akira, Blacksad'],
        [leaf('name', 'contains', 'OR'), 'Dororo'],
        [leaf('name', 'beginsWith', 'b'), 'Blacksad, Broken'],
        [leaf('readStatus', 'is', 'read'), 'Dororo'],
        [{ anyOf: [crime, manga] }, 'Blacksad, Dororo'],
        [{ allOf: [crime, manga] }, ''],
        [
          { anyOf: [ended, { allOf: [crime, leaf('name', 'contains', 'sad')] }] },
          'Akira, Blacksad',
        ],
      ];
      for (const [condition, names] of series) {
        expect([condition, await found('series', { condition })]).toEqual([condition, names]);
      }
      const dororo = leaf('seriesId', 'is', await fixture().idOf('Dororo'));
      const books: [object, string][] = [
        [manga, 'Dororo 01'],
        [dororo, 'Dororo 01'],
        [leaf('genre', 'contains', 'crim'), 'Blacksad 01, Blacksad 02'],
        [leaf('tag', 'is', 'cyberpunk'), 'Akira 01, Akira 02, Akira 03'],
        [leaf('title', 'beginsWith', 'dor'), 'Dororo 01'],
        [leaf('readStatus', 'is', 'read'), 'Dororo 01'],
        [leaf('hasError', 'is', 'true'), 'Broken 01'],
        [{ allOf: [dororo, { anyOf: [crime, leaf('title', 'contains', '01')] }] }, 'Dororo 01'],
      ];
      for (const [condition, titles] of books) {
        expect([condition, await found('books', { condition })]).toEqual([condition, titles]);
      }
      const none = [leaf('colour', 'is', 'red'), leaf('genre', 'like', 'C'), { noneOf: [] }, 'x'];
      for (const condition of none) {
        expect((await post('series', { condition })).status).toBe(400);
        expect((await post('books', { condition })).status).toBe(400);
      }
    },
  );

  describeRow(
    'Filtering: fullTextSearch',
    'the records with words that begin like this, alone and combined with a condition; another type is refused',
    async () => {
      expect(await found('series', { fullTextSearch: 'dor' })).toBe('Dororo');
      expect(await found('books', { fullTextSearch: 'aki 02' })).toBe('Akira 02');
      const condition = leaf('genre', 'is', 'Crime');
      expect(await found('books', { fullTextSearch: '02', condition })).toBe('Blacksad 02');
      expect(await found('books', {})).toContain('Akira 01, Akira 02');
      expect((await post('books', { fullTextSearch: 2 })).status).toBe(400);
    },
  );
};
