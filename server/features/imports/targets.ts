import type { BookFormat } from '../../../shared/api/book-record.ts';
import type { Database } from '../../database/types.ts';
import { pathBelow } from './folder-mapping.ts';
import type { ImportsStore } from './store.ts';

export interface TargetBook {
  pk: number;
  id: string;
  series_pk: number;
  page_count: number;
  format: BookFormat;
}

/** Finds the records of Octavo to which records of a source refer. */
export interface Targets {
  /** Key of a person, or whether they are skipped, or not created yet or any more. */
  person(sourceId: string): 'skipped' | 'new' | number;
  book(sourceId: string): TargetBook | null;
  series(sourceId: string): { pk: number; id: string } | null;
  /** Id of the library that contains the folder of a source library. */
  library(sourceId: string): string | null;
}

export const createTargets = (
  database: Database,
  store: Pick<ImportsStore, 'targetOf'>,
  importPk: number,
): Targets => {
  const user = database.prepare<[string], number>('SELECT pk FROM users WHERE id = ?').pluck();
  const book = database.prepare<[string], TargetBook>(
    'SELECT pk, id, series_pk, page_count, format FROM books WHERE id = ?',
  );
  const series = database.prepare<[string], { pk: number; id: string }>(
    'SELECT pk, id FROM series WHERE id = ?',
  );
  const libraries = database.prepare<[], { id: string; path: string }>(
    'SELECT id, path FROM libraries ORDER BY length(path) DESC',
  );
  const targetOf = (kind: 'book' | 'series' | 'library', sourceId: string): string | null => {
    const line = store.targetOf(importPk, kind, sourceId);
    return line === undefined || line.choice === 'skip' ? null : line.target;
  };
  return {
    person(sourceId) {
      const line = store.targetOf(importPk, 'person', sourceId);
      if (!line || line.choice === 'skip') return 'skipped';
      if (line.target === null) return 'new';
      return user.get(line.target) ?? 'new';
    },
    book(sourceId) {
      const id = targetOf('book', sourceId);
      return id === null ? null : (book.get(id) ?? null);
    },
    series(sourceId) {
      const id = targetOf('series', sourceId);
      return id === null ? null : (series.get(id) ?? null);
    },
    library(sourceId) {
      const folder = targetOf('library', sourceId);
      const holder = libraries
        .all()
        .find(({ path }) => folder !== null && pathBelow(folder, path) !== null);
      return holder?.id ?? null;
    },
  };
};
