import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import SQLite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { getBookMetadata, getSeriesMetadata } from '../../../shared/api/edits.ts';
import type { Import } from '../../../shared/api/import-record.ts';
import { listImportLines, runImport } from '../../../shared/api/imports.ts';
import {
  serverFixtures,
  startMovedLibrary,
  type MovedLibrary,
} from '../../testing/moved-library.ts';
import { pngPage } from '../../testing/zip.ts';

type Fields = Record<string, unknown>;
interface Expected {
  people: { username: string; email: string; role: string }[];
  progress: {
    person: string;
    book: string;
    page: number;
    page_count: number;
    completed: boolean;
    started_at: string;
    updated_at: string;
    completed_at: string | null;
  }[];
  collections: { name: string; series: string[] }[];
  reading_lists: { name: string; books: string[] }[];
  want_to_read: { person: string; series?: string; book?: string }[];
  ratings: { person: string; series: string; rating: number; notes: string }[];
  series_edits: { series: string; fields: Fields; locks: Record<string, boolean> }[];
  book_edits: { book: string; fields: Fields }[];
  alternate_titles: { series: string; label: string; title: string }[];
  tags: { series: string; tags: string[] }[];
  sessions: { book: string; pagesRead: number; activeDurationMs: number; clientEndedAt: string }[];
}

const folder = join(serverFixtures, 'codex');
const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Expected;

let moved: MovedLibrary;
let report: Import;
let home: string;
/** A copy of the fixture with covers: two that were uploaded and chosen, one of a plugin, one that is gone. */
const withCovers = (): string => {
  const file = join(home, 'codex.db');
  copyFileSync(join(folder, 'codex.db'), file);
  chmodSync(file, 0o644);
  mkdirSync(join(home, 'uploads/covers'), { recursive: true });
  for (const name of ['a', 'b', 'plugin'])
    writeFileSync(join(home, `uploads/covers/${name}.jpg`), pngPage(20, 30, 90));
  const database = new SQLite(file);
  const now = `'2026-01-01 00:00:00 +00:00'`;
  const add = (kind: 'series' | 'book', owner: string, source: string, name: string) =>
    database.exec(`INSERT INTO ${kind}_covers (id, ${kind}_id, source, path, is_selected, created_at, updated_at)
      VALUES (randomblob(16), (SELECT id FROM ${owner}), '${source}', 'data/uploads/covers/${name}.jpg', 1, ${now}, ${now})`);
  add('series', 'series ORDER BY name LIMIT 1', 'custom', 'a');
  add('series', 'series ORDER BY name LIMIT 1 OFFSET 1', 'plugin:x', 'plugin');
  add('series', 'series ORDER BY name LIMIT 1 OFFSET 2', 'custom', 'gone');
  add('book', 'books ORDER BY path LIMIT 1', 'custom', 'b');
  database.close();
  return file;
};
beforeAll(async () => {
  moved = await startMovedLibrary();
  home = mkdtempSync(join(tmpdir(), 'octavo-codex-'));
  report = await moved.read('codex', withCovers());
  expect(report).toMatchObject({ status: 'ready', error: null });
  await moved.octavo.api.call(runImport, { params: { id: report.id }, body: {} });
  await moved.octavo.idle();
  expect(await moved.get(report.id)).toMatchObject({ status: 'imported', error: null });
}, 120_000);
afterAll(async () => {
  await moved.stop();
  rmSync(home, { recursive: true, force: true });
});

const rows = <Row>(sql: string, ...parameters: unknown[]): Row[] =>
  moved.database.prepare<unknown[], Row>(sql).all(...parameters);
/** The series here of a path of Codex, which begins at its library. */
const seriesAt = (path: string): string => {
  const [found] = rows<{ target: string }>(
    `SELECT target FROM import_lines WHERE kind = 'series' AND record ->> 'folder' LIKE ?`,
    path === '' ? '/srv/media/library/PDF' : `/srv/media/library/%/${path}`,
  );
  return found?.target ?? '';
};
const ms = (written: string) => new Date(written).toISOString();

test('every book is found', async () => {
  const { data } = await moved.octavo.api.call(listImportLines, {
    params: { id: report.id },
    query: { kind: 'book', pageSize: 500 },
  });
  expect(data).toHaveLength(44);
  for (const { detail, target } of data) {
    const path = (detail ?? '').replace('/srv/media/library/', '');
    expect([path, target?.id]).toEqual([path, moved.book(path).id]);
  }
});

test('people come along', () => {
  const people = rows(`SELECT username, email, role FROM users WHERE username <> 'admin'`);
  expect(people).toHaveLength(expected.people.length);
  expect(people).toEqual(expect.arrayContaining(expected.people));
});

test.each(expected.progress)('$person is where they were in $book', (given) => {
  const book = moved.book(given.book);
  const [found] = rows<Fields>(
    `SELECT p.* FROM progress p JOIN users u ON u.pk = p.user_pk JOIN books b ON b.pk = p.book_pk
     WHERE u.username = ? AND b.id = ?`,
    given.person,
    book.id,
  );
  expect(found).toMatchObject({
    is_completed: Number(given.completed),
    started_at: ms(given.started_at),
    updated_at: ms(given.updated_at),
    completed_at: given.completed_at && ms(given.completed_at),
  });
  const page = found?.['current_page'] as number;
  if (given.completed) expect(page).toBe(book.page_count);
  else if (given.page_count === book.page_count) expect(page).toBe(given.page);
  else expect(page / book.page_count).toBeCloseTo(given.page / given.page_count, 0);
});

test('lists come along in their order', () => {
  for (const { name, series } of expected.collections) {
    const members = rows<{ id: string }>(
      `SELECT s.id FROM collections c JOIN collection_series e ON e.collection_pk = c.pk
       JOIN series s ON s.pk = e.series_pk WHERE c.name = ? ORDER BY e.position`,
      name,
    );
    expect(members.map(({ id }) => id)).toEqual(series.map(seriesAt));
  }
  for (const { name, books } of expected.reading_lists) {
    const members = rows<{ id: string }>(
      `SELECT b.id FROM read_lists l JOIN read_list_books e ON e.read_list_pk = l.pk
       JOIN books b ON b.pk = e.book_pk WHERE l.name = ? ORDER BY e.position`,
      name,
    );
    expect(members.map(({ id }) => id)).toEqual(books.map((path) => moved.book(path).id));
  }
});

test('want to read and ratings come along', () => {
  const wanted = rows(
    `SELECT u.username AS person, s.id AS series, b.id AS book FROM wanted w
     JOIN users u ON u.pk = w.user_pk LEFT JOIN series s ON s.pk = w.series_pk
     LEFT JOIN books b ON b.pk = w.book_pk ORDER BY u.username, w.position`,
  );
  expect(wanted).toEqual(
    expected.want_to_read.map(({ person, series, book }) => ({
      person,
      series: series === undefined ? null : seriesAt(series),
      book: book === undefined ? null : moved.book(book).id,
    })),
  );
  const ratings = rows(
    `SELECT u.username AS person, s.id AS series, r.rating, r.review FROM ratings r
     JOIN users u ON u.pk = r.user_pk JOIN series s ON s.pk = r.series_pk`,
  );
  expect(ratings).toHaveLength(expected.ratings.length);
  for (const { person, series, rating, notes } of expected.ratings) {
    const half = Math.round(rating / 10);
    expect(ratings).toContainEqual({
      person,
      series: seriesAt(series),
      rating: half,
      review: notes,
    });
  }
});

describe('edits', () => {
  const names: Record<string, string> = {
    title: 'name',
    titleSort: 'name_sort',
    ageRating: 'age_rating',
  };
  test.each(expected.series_edits)('of the series "$series"', async ({ series, fields, locks }) => {
    const id = seriesAt(series);
    const known = await moved.octavo.api.call(getSeriesMetadata, { params: { id } });
    const own = (given: object) =>
      Object.fromEntries(
        Object.entries(given).map(([name, value]) => [names[name] ?? name, value as unknown]),
      );
    expect(known.values).toMatchObject(own(fields));
    expect(known.locks).toMatchObject(own(locks));
    const tags = expected.tags.find((item) => item.series === series)?.tags;
    expect(known.values.tags).toEqual(tags);
    const titles = expected.alternate_titles.filter((item) => item.series === series);
    expect(known.values.alternate_titles).toEqual(
      titles.map(({ label, title }) => ({ label, title })),
    );
  });

  test.each(expected.book_edits)('of the book $book', async ({ book, fields }) => {
    const { id } = moved.book(book);
    const { values, locks } = await moved.octavo.api.call(getBookMetadata, { params: { id } });
    const { year, month, day, writer, ...others } = fields as Record<string, string | number>;
    expect(values).toMatchObject({
      ...others,
      authors: [{ name: writer, role: 'writer' }],
      release_date: ms(
        `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`,
      ).slice(0, 10),
    });
    expect(locks).toMatchObject({ summary: true, publisher: true, authors: true, volume: true });
  });
});

test('covers that people chose come along', async () => {
  const { data } = await moved.octavo.api.call(listImportLines, {
    params: { id: report.id },
    query: { kind: 'cover' },
  });
  expect(data.map(({ state }) => state)).toEqual(['new', 'new']);
  expect(rows(`SELECT pk FROM series WHERE cover_choice ->> 'upload' IS NOT NULL`)).toHaveLength(1);
  expect(rows(`SELECT pk FROM books WHERE cover_choice ->> 'upload' IS NOT NULL`)).toHaveLength(1);
});

test('sittings come along', () => {
  for (const { book, pagesRead, activeDurationMs, clientEndedAt } of expected.sessions) {
    const found = rows(
      `SELECT h.pages, h.seconds FROM reading_history h JOIN books b ON b.pk = h.book_pk
       WHERE b.id = ? AND h.quarter = unixepoch(?) / 900 * 900`,
      moved.book(book).id,
      clientEndedAt,
    );
    expect(found).toEqual([{ pages: pagesRead, seconds: activeDurationMs / 1000 }]);
  }
});
