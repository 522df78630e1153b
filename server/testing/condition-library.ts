import { join } from 'node:path';

import { connect } from '../database/database.ts';
import { type Database } from '../database/types.ts';
import { newId, isoNow } from '../database/ids.ts';
import { toSearchKey } from '../text/search-key.ts';
import { seedBook, seedLibrary, seedProgress, seedSeries, type Seeded } from './seed.ts';

/** Facts about the library that its records do not contain. */
export interface ConditionFacts {
  libraries: string[];
  /** Ids of the series in each collection, and of the books in each read list. */
  collections: Map<string, Set<string>>;
  readLists: Map<string, Set<string>>;
  /** Ids of one-shots, set like the scanner does for single files. */
  oneShots: Set<string>;
}

const day = (daysAgo: number) =>
  new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

const authors = [
  [],
  [{ name: 'Juan Díaz Canales', role: 'writer' }],
  [
    { name: 'juan diaz canales', role: 'penciller' },
    { name: 'Ōtomo', role: 'writer' },
  ],
];
const tags = [[], ['Animals'], ['animaux', 'cyber-punk', '100%'], ['ANIMALS', "l'été"]];
const dates = [
  null,
  '1984-01-01',
  '1983-12-31',
  day(-2),
  day(0),
  day(29),
  day(30),
  day(31),
  '2024-02-29',
];
const series = {
  name: [
    'Akira',
    'ÄKIRA 2',
    'The Sandman',
    'Blacksad',
    'Œuvre d’Élan',
    '鋼の錬金術師',
    `100% _"o'clock"\\`,
    'Groß & Klein',
    'A',
  ],
  publisher: [null, 'Dargaud', 'DARGAUD', 'Éditions Soleil', ''],
  language: [null, 'fr', 'en', 'FR', ''],
  status: [null, 'ongoing', 'ended', 'hiatus', 'abandoned'],
  genres: [[], ['Crime'], ['crime', 'Noir'], ['Science Fiction']].map((list) =>
    JSON.stringify(list),
  ),
  tags: tags.map((list) => JSON.stringify(list)),
  labels: [[], ['Secret'], ['SÉCRET', 'kids only']].map((list) => JSON.stringify(list)),
  authors: authors.map((list) => JSON.stringify(list)),
  release_date: dates,
  age_rating: [null, 0, 12, 18],
  total_volumes: [null, 1, 2, 3, 4],
};
const book = {
  title: ['One', 'ÔNE', 'The End', '10% off', '第一巻', 'a_b'],
  number: [null, 1, 2.5, null, 10, 0, 2],
  release_date: dates,
  format: ['cbz', 'epub', 'pdf', 'cbr', 'folder'],
  error: [null, null, null, 'The file is damaged.'],
  analyzed: [1, 1, 0],
};

type Value = string | number | null;

/**
 * The values for row `index`: each round through a list shifts it against the others, which covers
 * their combinations.
 */
const rowOf = <Columns extends Record<string, readonly Value[]>>(columns: Columns, index: number) =>
  Object.fromEntries(
    Object.entries(columns).map(([name, values], column) => [
      name,
      values[(index + Math.floor(index / values.length) * column) % values.length] ?? null,
    ]),
  ) as { [Name in keyof Columns]: Value };

const list = (database: Database, kind: 'collection' | 'read_list', members: readonly Seeded[]) => {
  const id = newId();
  const entries = kind === 'collection' ? 'collection_series' : 'read_list_books';
  const pk = database
    .prepare(
      `INSERT INTO ${kind}s (id, name, name_key, sort_key, ordered, created_at, updated_at)
       VALUES (@id, @id, @id, @id, 1, @now, @now)`,
    )
    .run({ id, now: isoNow() }).lastInsertRowid;
  for (const [position, member] of members.entries()) {
    database.prepare(`INSERT INTO ${entries} VALUES (?, ?, ?)`).run(pk, member.pk, position);
  }
  return [id, new Set(members.map((member) => member.id))] as const;
};

/**
 * Seeds a server's database with a library in which every field of series and books takes each of
 * its values and none, alone and combined: 60 series of up to 4 books, some missing.
 */
export const seedConditionLibrary = (dataDir: string): ConditionFacts => {
  const database = connect(join(dataDir, 'octavo.db'));
  const user = {
    pk: database.prepare<[], number>('SELECT pk FROM users').pluck().get() ?? 0,
    id: '',
  };
  const libraries = ['One', 'Two', 'Three'].map((name) =>
    seedLibrary(database, { name, path: `/nowhere/${toSearchKey(name)}` }),
  );
  const [first, second] = libraries;
  if (!first || !second) throw new Error('There are three libraries');
  const allSeries: Seeded[] = [];
  const books: Seeded[] = [];
  const oneShots = new Set<string>();
  let bookIndex = 0;
  for (let index = 0; index < 60; index++) {
    const missing_since = index % 10 === 9 ? isoNow() : null;
    const isOneShot = index % 7 === 3;
    const path = isOneShot ? `${index}.cbz` : `Folder ${index}`;
    const { name, ...columns } = rowOf(series, index);
    const made = seedSeries(database, index % 4 === 0 ? second : first, {
      ...columns,
      name: `${name}${index < series.name.length ? '' : ` ${index % 5}`}`,
      path,
      missing_since,
    });
    allSeries.push(made);
    if (isOneShot) oneShots.add(made.id);
    for (let place = 0; place < (isOneShot ? 1 : 1 + (index % 4)); place++) {
      const { title, number, ...own } = rowOf(book, bookIndex);
      const readable = seedBook(database, made, {
        ...own,
        title: String(title),
        number: number as number | null,
        path: isOneShot ? path : `${path}/${place}.cbz`,
        metadata: JSON.stringify({
          tags: tags[bookIndex % tags.length],
          authors: authors[(bookIndex + index) % authors.length],
        }),
        missing_since: missing_since ?? (place === 3 ? isoNow() : null),
      });
      books.push(readable);
      if (isOneShot) oneShots.add(readable.id);
      const read = (bookIndex + index) % 3;
      if (read > 0) seedProgress(database, user, readable, read === 1 ? {} : { page: 2 });
      bookIndex += 1;
    }
  }
  const every = (step: number) => (_: unknown, index: number) => index % step === 0;
  const facts = {
    libraries: libraries.map(({ id }) => id),
    collections: new Map([
      list(database, 'collection', allSeries.filter(every(3))),
      list(database, 'collection', []),
    ]),
    readLists: new Map([
      list(database, 'read_list', books.filter(every(4)).toReversed()),
      list(database, 'read_list', []),
    ]),
    oneShots,
  };
  database.close();
  return facts;
};
