import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';

import type { Book } from '../../../shared/api/book-record.ts';
import type { Series, SeriesSearchSort } from '../../../shared/api/series-record.ts';
import { closeDatabase, openDatabase } from '../../database/database.ts';
import { createSearchBatch, fillSearchIndex } from '../../database/search-index.ts';
import {
  createTestStore,
  seedBook,
  seedLibrary,
  seedSeries,
  type TestStore,
} from '../../testing/seed.ts';
import { createBooksStore } from '../books/store.ts';
import { createSeriesStore } from '../series/store.ts';

let home: TestStore;
beforeEach(() => {
  home = createTestStore();
});
afterEach(() => home.close());

const page = (field: SeriesSearchSort = 'relevance', direction: 'asc' | 'desc' = 'desc') => ({
  page: 1,
  pageSize: 50,
  sort: { field, direction },
});

const search = (text: string, query = page()) => {
  const { data, total } = createSeriesStore(home.database).find(null, query, {
    fullTextSearch: text,
  });
  const names = (JSON.parse((data as { json: string }).json) as Series[]).map(({ name }) => name);
  expect(total).toBe(names.length);
  return names;
};

const searchBooks = (text: string) => {
  const view = { user_pk: null, separator: null };
  const query = { ...page(), sort: { field: 'relevance' as const, direction: 'desc' as const } };
  const { data } = createBooksStore(home.database).find(view, query, { fullTextSearch: text });
  return (JSON.parse((data as { json: string }).json) as Book[]).map(({ title }) => title);
};

const shelve = () => {
  const library = seedLibrary(home.database);
  const add = (name: string, columns: Record<string, string | null> = {}) =>
    seedSeries(home.database, library, { name, filename: `folder${name.length}`, ...columns });
  add('Batman');
  add('Batman and Robin Adventures');
  add('Saga', { summary: 'Two soldiers of a long war; one reads Batman.' });
  add('Astérix le Gaulois', { authors: '[{"name":"René Goscinny","role":"writer"}]' });
  add('進撃の巨人', { alternate_titles: '[{"label":"en","title":"Attack on Titan"}]' });
  add('Łódź', { original_title: 'Ziemia obiecana' });
  add('C++ & "Quotes" AND (more) OR NOT*', { filename: 'odd-folder_Ünïcode' });
  add('S.H.I.E.L.D. by J. R. Hickman');
  add('!!!');
  add('100%');
  add('Bats', { missing_since: '2020-01-01T00:00:00.000Z' });
  return library;
};

describe('a search', () => {
  test.each([
    ['batman', ['Batman', 'Batman and Robin Adventures', 'Saga']],
    ['BAT ROB', ['Batman and Robin Adventures']],
    ['robin bat', ['Batman and Robin Adventures']],
    ['batman zebra', []],
    ['atman', ['Batman', 'Batman and Robin Adventures']],
    ['asterix', ['Astérix le Gaulois']],
    ['ASTÉRIX', ['Astérix le Gaulois']],
    ['goscinny rene', ['Astérix le Gaulois']],
    ['soldiers', ['Saga']],
    ['attack titan', ['進撃の巨人']],
    ['進撃', ['進撃の巨人']],
    ['巨人', ['進撃の巨人']],
    ['巨', ['進撃の巨人']],
    ['人巨', []],
    ['lodz', ['Łódź']],
    ['ziemia', ['Łódź']],
    ['unicode', ['C++ & "Quotes" AND (more) OR NOT*']],
    ['"quotes" AND (more', ['C++ & "Quotes" AND (more) OR NOT*']],
    ['c++', ['C++ & "Quotes" AND (more) OR NOT*']],
    ['shield', ['S.H.I.E.L.D. by J. R. Hickman']],
    ['s.h.i.e.l.d', ['S.H.I.E.L.D. by J. R. Hickman']],
    ['jr hickman', ['S.H.I.E.L.D. by J. R. Hickman']],
    ['!!!', ['!!!']],
    ['%', ['100%']],
    ['🦇', []],
    ['bat\0man', ['Batman', 'Batman and Robin Adventures', 'Saga']],
  ])('for %j finds %j', (text, expected) => {
    shelve();
    expect(search(text).toSorted()).toEqual(expected.toSorted());
  });

  test.each([
    ['batmn', 'Batman'],
    ['bamtan', 'Batman'],
    ['asterks', 'Astérix le Gaulois'],
    ['advnetures', 'Batman and Robin Adventures'],
  ])('for the misspelt %s finds %s first', (text, expected) => {
    shelve();
    expect(search(text)[0]).toBe(expected);
  });

  it('has the best first, or the order that is asked for', () => {
    shelve();
    const best = ['Batman', 'Batman and Robin Adventures', 'Saga'];
    expect(search('batman')).toEqual(best);
    expect(search('batman', page('relevance', 'asc'))).toEqual(best.toReversed());
    expect(search('batman', page('name', 'desc'))).toEqual(best.toReversed());
  });

  test.each([
    '"',
    "'",
    '""*',
    'NEAR(a b)',
    'name:batman',
    '^batman',
    '-batman',
    'a AND',
    'OR',
    '{name}:x',
    '*',
    '\\',
    ';--',
    'a\u0000"b',
    '\ud800',
    '🦇'.repeat(300),
    '進'.repeat(1000),
    'ab '.repeat(333),
    Array.from({ length: 250 }, (_, index) => `w${index}`).join(' '),
    '('.repeat(1000),
  ])('takes %j as text', (text) => {
    shelve();
    expect(() => search(text)).not.toThrow();
  });

  it('of blank text finds everything', () => {
    shelve();
    expect(search('  ')).toHaveLength(10);
  });
});

it('searches the titles, authors, summaries and file names of books', () => {
  const series = seedSeries(home.database, seedLibrary(home.database));
  const metadata = JSON.stringify({ authors: [{ name: 'Fiona Staples', role: 'artist' }] });
  seedBook(home.database, series, { title: 'Chapter One', metadata });
  seedBook(home.database, series, { title: 'Two', path: 'z', filename: 'Saga_v02 (2014).cbz' });
  seedBook(home.database, series, { title: 'Three', path: 'y', summary: 'The Will returns.' });
  expect(searchBooks('chap')).toEqual(['Chapter One']);
  expect(searchBooks('staples fiona')).toEqual(['Chapter One']);
  expect(searchBooks('saga 2014')).toEqual(['Two']);
  expect(searchBooks('will ret')).toEqual(['Three']);
  expect(searchBooks('chaptre')).toEqual(['Chapter One']);
});

describe('the index', () => {
  it('follows what is changed and deleted, on every connection', () => {
    const library = shelve();
    const other = openDatabase(home.database.name);
    other
      .prepare(`UPDATE series SET name = 'Tintin', genres = '["Comedy"]' WHERE name = 'Saga'`)
      .run();
    closeDatabase(other);
    expect([search('tintin'), search('saga')]).toEqual([['Tintin'], []]);
    home.database.prepare('DELETE FROM libraries WHERE pk = ?').run(library.pk);
    expect(search('tintin')).toEqual([]);
    expect(home.database.prepare('SELECT * FROM series_values').all()).toEqual([]);
    expect(home.database.prepare('SELECT rowid FROM series_fts').all()).toEqual([]);
  });

  it('is rebuilt from the database exactly as every change had left it', () => {
    const library = shelve();
    seedBook(home.database, seedSeries(home.database, library, { name: 'Bone' }), {
      metadata: '{"genres":["Drama","drama"],"authors":[{"name":"Ann","role":"writer"}]}',
    });
    const contents = () =>
      ['series_values', 'book_values'].map((table) =>
        home.database.prepare(`SELECT * FROM ${table} ORDER BY 1, 2, 3`).all(),
      );
    const kept = contents();
    fillSearchIndex(home.database);
    expect(contents()).toEqual(kept);
    expect([search('goscinny'), search('batmn')[0], searchBooks('ann')]).toEqual([
      ['Astérix le Gaulois'],
      'Batman',
      ['Book 1'],
    ]);
  });

  it('follows a batch at its end, and forgets one that fails', () => {
    const library = shelve();
    const inBatch = createSearchBatch(home.database);
    const run = (work: () => void) => {
      home.database.transaction(() => inBatch(work))();
    };
    const rename = (oldName: string, newName: string) =>
      home.database.prepare('UPDATE series SET name = ? WHERE name = ?').run(newName, oldName);
    run(() => {
      seedBook(home.database, seedSeries(home.database, library, { name: 'Bone' }));
      rename('Bone', 'Rose');
      rename('Saga', 'Tintin');
      expect(search('rose')).toEqual([]);
    });
    expect(['rose', 'saga', 'tintin'].map((words) => search(words).length)).toEqual([1, 0, 1]);
    const fail = () =>
      run(() => {
        rename('Rose', 'Thorn');
        throw new Error('Enough');
      });
    expect(fail).toThrow('Enough');
    run(() => undefined);
    expect([search('rose'), search('thorn')]).toEqual([['Rose'], []]);
    rename('Rose', 'Thorn');
    expect([search('rose'), search('thorn')]).toEqual([[], ['Thorn']]);
  });
});
