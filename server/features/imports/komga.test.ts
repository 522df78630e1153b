import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { getBookMetadata, getSeriesMetadata } from '../../../shared/api/edits.ts';
import type { Import, ImportLine } from '../../../shared/api/import-record.ts';
import { listImportLines, runImport, undoImport } from '../../../shared/api/imports.ts';
import {
  serverFixtures,
  startMovedLibrary,
  type MovedLibrary,
} from '../../testing/moved-library.ts';

interface Expected {
  progress: {
    person: string;
    book: string;
    page: number;
    page_count: number;
    completed: boolean;
    read_at: string;
    device: string;
  }[];
  progression: { person: string; book: string; modified: string; locator: object }[];
  collections: { name: string; series: string[] }[];
  reading_lists: { name: string; summary: string; books: string[] }[];
  series_edits: { series: string; fields: Record<string, unknown> }[];
  book_edits: { book: string; fields: Record<string, unknown> }[];
  posters: { series: string }[];
}

const folder = join(serverFixtures, 'komga');
const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Expected;

let moved: MovedLibrary;
let before: Record<string, unknown[]>;
let report: Import;
let imported: Record<string, number>;
beforeAll(async () => {
  moved = await startMovedLibrary();
  before = contents();
  report = await moved.read('komga', folder);
}, 120_000);
afterAll(() => moved.stop());

/** Everything that an import can change. */
const tables = [
  ...['progress', 'reading_places', 'reading_history', 'annotations', 'ratings', 'wanted'],
  ...[
    'collections',
    'collection_series',
    'read_lists',
    'read_list_books',
    'users',
    'series',
    'books',
  ],
  ...['user_series', 'content_restrictions', 'visible_series', 'password_resets'],
];
const volatile =
  /"(metadata_updated_at|modified_at|sidecar_modified_ms|last_login_at|updated_at)":[^,}]*/g;
/** Metadata without a field says the same as with an empty one. */
const emptyField = /\\"\w+\\":null,?/g;
const contents = () =>
  Object.fromEntries(
    tables.map((table) => [
      table,
      moved.database
        .prepare(`SELECT * FROM ${table}`)
        .all()
        .map((row) => JSON.stringify(row).replace(volatile, '').replace(emptyField, '')),
    ]),
  );
const counts = () =>
  Object.fromEntries(Object.entries(contents()).map(([table, { length }]) => [table, length]));
const rows = <Row>(sql: string, ...parameters: unknown[]): Row[] =>
  moved.database.prepare<unknown[], Row>(sql).all(...parameters);
const lines = async (query: object = {}): Promise<ImportLine[]> => {
  const { data } = await moved.octavo.api.call(listImportLines, {
    params: { id: report.id },
    query: { pageSize: 500, ...query },
  });
  return data;
};
const utc = (written: string) =>
  new Date(written.replace(' ', 'T').replace(/Z?$/, 'Z')).toISOString();
/** The series here that has the books of a folder. */
const seriesAt = (path: string): string => {
  const [book] = rows<{ target: string }>(
    `SELECT target FROM import_lines WHERE kind = 'series' AND detail LIKE ?`,
    `%/library/${path}/`,
  );
  return book?.target ?? '';
};

describe('the report', () => {
  test('finds every book, renamed, moved or replaced', async () => {
    expect(report).toMatchObject({ status: 'ready', error: null, source: 'komga' });
    const books = await lines({ kind: 'book' });
    expect(books).toHaveLength(44);
    for (const { detail, target, state } of books) {
      const path = (detail ?? '').replace('/srv/media/library/', '');
      expect([path, state, target?.id]).toEqual([path, 'matched', moved.book(path).id]);
    }
    const bases = new Set(books.map(({ basis }) => basis));
    expect(bases).toEqual(new Set(['place', 'content']));
  });

  test('maps the folders, knows nobody yet, and writes nothing', async () => {
    const libraries = await lines({ kind: 'library' });
    expect(libraries.map(({ title, target }) => [title, target?.name])).toEqual(
      ['Books', 'Comics', 'Manga', 'PDF', 'Webtoons'].map((name) => [name, join(moved.root, name)]),
    );
    const people = await lines({ kind: 'person' });
    expect(people.map(({ detail, state }) => [detail, state])).toEqual([
      ['owner@example.com', 'new'],
      ['reader@example.com', 'new'],
      ['child@example.com', 'new'],
    ]);
    expect(contents()).toEqual(before);
    expect((await lines({ state: 'missing' })).map(({ title }) => title)).toEqual([]);
  });
});

describe('the import', () => {
  beforeAll(async () => {
    await moved.octavo.api.call(runImport, { params: { id: report.id }, body: {} });
    await moved.octavo.idle();
    expect(await moved.get(report.id)).toMatchObject({ status: 'imported', error: null });
  }, 60_000);

  test.each(expected.progress)('imports the position of $person in $book', (given) => {
    const book = moved.book(given.book);
    const [found] = rows<Record<string, unknown>>(
      `SELECT p.* FROM progress p JOIN users u ON u.pk = p.user_pk JOIN books b ON b.pk = p.book_pk
       WHERE u.email = ? AND b.id = ?`,
      given.person,
      book.id,
    );
    expect(found).toMatchObject({
      updated_at: utc(given.read_at),
      completed_at: given.completed ? utc(given.read_at) : null,
      is_completed: Number(given.completed),
      device_name: given.device,
    });
    const page = found?.['current_page'] as number;
    if (given.completed) expect(page).toBe(book.page_count);
    else if (book.format !== 'epub') expect(page).toBe(given.page);
    else expect(page / book.page_count).toBeCloseTo(given.page / given.page_count, 0);
  });

  test.each(expected.progression)(
    'imports the exact position in $book',
    ({ person, book, locator }) => {
      const [found] = rows<{ location: string | null; current_page: number }>(
        `SELECT p.location, p.current_page FROM progress p JOIN users u ON u.pk = p.user_pk
       JOIN books b ON b.pk = p.book_pk WHERE u.username = ? AND b.id = ?`,
        person,
        moved.book(book).id,
      );
      if (found?.location === null) {
        // A book of images has pages, and a completed one ends at the last.
        const { position } = (locator as { locations: { position: number } }).locations;
        expect(found.current_page).toBe(Math.min(position, moved.book(book).page_count));
      } else expect(JSON.parse(found?.location ?? '{}')).toMatchObject(locator);
    },
  );

  test('keeps people with what they can see', () => {
    expect(
      rows(
        `SELECT username, email, role, can_download, password_hash FROM users WHERE username <> 'admin' ORDER BY pk`,
      ),
    ).toEqual([
      {
        username: 'owner',
        email: 'owner@example.com',
        role: 'admin',
        can_download: 1,
        password_hash: '!',
      },
      {
        username: 'reader',
        email: 'reader@example.com',
        role: 'reader',
        can_download: 1,
        password_hash: '!',
      },
      {
        username: 'child',
        email: 'child@example.com',
        role: 'reader',
        can_download: 0,
        password_hash: '!',
      },
    ]);
    expect(rows('SELECT all_libraries, max_age, shows_unrated FROM content_restrictions')).toEqual([
      { all_libraries: 0, max_age: 12, shows_unrated: 0 },
    ]);
    expect(rows('SELECT label, allowed FROM restricted_labels ORDER BY label')).toEqual([
      { label: 'adult', allowed: 0 },
      { label: 'family', allowed: 1 },
    ]);
    expect(
      rows(
        'SELECT l.name FROM allowed_libraries a JOIN libraries l ON l.pk = a.library_pk ORDER BY l.name',
      ),
    ).toEqual([{ name: 'Books' }, { name: 'Comics' }]);
  });

  test('keeps collections and reading lists in their order', () => {
    for (const { name, series } of expected.collections) {
      const members = rows<{ id: string }>(
        `SELECT s.id FROM collections c JOIN collection_series e ON e.collection_pk = c.pk
         JOIN series s ON s.pk = e.series_pk WHERE c.name = ? AND c.ordered ORDER BY e.position`,
        name,
      );
      expect(members.map(({ id }) => id)).toEqual(series.map(seriesAt));
    }
    for (const { name, summary, books } of expected.reading_lists) {
      const members = rows<{ id: string; summary: string }>(
        `SELECT b.id, l.summary FROM read_lists l JOIN read_list_books e ON e.read_list_pk = l.pk
         JOIN books b ON b.pk = e.book_pk WHERE l.name = ? AND l.ordered ORDER BY e.position`,
        name,
      );
      expect(members).toEqual(books.map((path) => ({ id: moved.book(path).id, summary })));
    }
  });

  test.each(expected.series_edits)(
    'keeps what was edited in $series',
    async ({ series, fields }) => {
      const id = seriesAt(series);
      const { values, locks } = await moved.octavo.api.call(getSeriesMetadata, { params: { id } });
      const [read, locked] = ownFields(fields, seriesNames);
      expect(values).toMatchObject(read);
      expect(locks).toMatchObject(locked);
    },
  );

  test.each(expected.book_edits)('keeps what was edited in $book', async ({ book, fields }) => {
    const { id } = moved.book(book);
    const { values, locks } = await moved.octavo.api.call(getBookMetadata, { params: { id } });
    const [read, locked] = ownFields(fields, bookNames);
    expect(values).toMatchObject(read);
    expect(locks).toMatchObject(locked);
  });

  test('keeps chosen covers', () => {
    for (const { series } of expected.posters) {
      const [found] = rows<{ cover_choice: string }>(
        'SELECT cover_choice FROM series WHERE id = ?',
        seriesAt(series),
      );
      expect(found?.cover_choice).toContain('upload');
    }
  });

  test('adds nothing twice', async () => {
    const once = contents();
    imported = counts();
    await moved.octavo.api.call(runImport, { params: { id: report.id }, body: {} });
    await moved.octavo.idle();
    expect(contents()).toEqual(once);
    const again = await moved.read('komga', folder);
    await moved.octavo.api.call(runImport, { params: { id: again.id }, body: {} });
    await moved.octavo.idle();
    expect(contents()).toEqual(once);
    const added = (await moved.get(again.id)).counts.filter(({ imported }) => imported > 0);
    expect(added).toEqual([]);
  });

  test('is undone as one step', async () => {
    await moved.octavo.api.call(undoImport, { params: { id: report.id } });
    await moved.octavo.idle();
    expect(await moved.get(report.id)).toMatchObject({ status: 'undone', error: null });
    expect(contents()).toEqual(before);
    // The report says again what an import would add.
    expect(await lines({ kind: 'person', state: 'new' })).toHaveLength(3);
  });

  test('imports everything again after its undo', async () => {
    await moved.octavo.api.call(runImport, { params: { id: report.id }, body: {} });
    await moved.octavo.idle();
    expect(await moved.get(report.id)).toMatchObject({ status: 'imported', error: null });
    expect(counts()).toEqual(imported);
  });

  test('leaves a list to which another import has added a book', async () => {
    const [list] = rows<{ pk: number; name: string }>('SELECT pk, name FROM read_lists');
    const other = moved.book('Books/Herman Melville/Moby-Dick.epub').id;
    moved.database
      .prepare(
        'INSERT INTO read_list_books (read_list_pk, book_pk, position) SELECT ?, pk, 99 FROM books WHERE id = ?',
      )
      .run(list?.pk, other);
    await moved.octavo.api.call(undoImport, { params: { id: report.id } });
    await moved.octavo.idle();
    expect((await moved.get(report.id)).error).toBe(
      `These were used or changed since, so they stay: ${list?.name}.`,
    );
    const left = 'SELECT b.id FROM read_list_books e JOIN books b ON b.pk = e.book_pk';
    expect(rows(left)).toEqual([{ id: other }]);
    moved.database.exec('DELETE FROM read_lists');
    expect(contents()).toEqual(before);
  });
});

const seriesNames: Record<string, string> = {
  title: 'name',
  titleSort: 'name_sort',
  readingDirection: 'reading_direction',
  ageRating: 'age_rating',
  totalBookCount: 'total_volumes',
  links: 'external_links',
  alternateTitles: 'alternate_titles',
  sharingLabels: 'labels',
};
const bookNames: Record<string, string> = { numberSort: 'number', releaseDate: 'release_date' };
const directions: Record<string, string> = { LEFT_TO_RIGHT: 'ltr', RIGHT_TO_LEFT: 'rtl' };

/** Values and locks of the fixture under the names of Octavo. */
const ownFields = (fields: Record<string, unknown>, names: Record<string, string>) => {
  const values: Record<string, unknown> = {};
  const locks: Record<string, boolean> = {};
  for (const [name, value] of Object.entries(fields)) {
    const isLock = name.endsWith('Lock');
    const plain = isLock ? name.slice(0, -4) : name;
    const field = names[plain] ?? plain;
    // Octavo has one number, and labels need no lock.
    if (['number', 'isbn'].includes(plain) || (plain === 'links' && 'isbn' in fields)) continue;
    if (isLock && field !== 'labels') locks[field] = value as boolean;
    else if (!isLock) {
      values[field] =
        typeof value === 'string' && /^[A-Z_]+$/.test(value)
          ? (directions[value] ?? value.toLowerCase())
          : value;
    }
  }
  return [values, locks] as const;
};
