import { setImmediate as pause } from 'node:timers/promises';

import { importKinds, type ImportKind } from '../../../shared/api/import-record.ts';
import type { Database } from '../../database/types.ts';
import { createHashOf } from './hash-book.ts';
import { createBookMatcher } from './match-books.ts';
import { isFolderHere, mappingsOf, matchFolder } from './match-folders.ts';
import type { MatchStore } from './match-store.ts';
import type { RecordOf } from './model.ts';
import { createSeriesMatcher } from './match-series.ts';
import { pathBelow } from './folder-mapping.ts';
import {
  type AnyLine,
  type Line,
  type Match,
  linesPerBatch,
  type WorkOptions,
} from './lines-store.ts';
import type { ImportsStore } from './store.ts';
import { createTargets, type Targets } from './targets.ts';
import type { KindWriters } from './write-lines.ts';
/** Maximum books per library that locate its folder. */
const sampledBooks = 300;

export type LineMatcher = ReturnType<typeof createLineMatcher>;

/** Finds the targets of the lines of an import, and which lines are new. */
export const createLineMatcher = ({
  database,
  store,
  matches,
  kinds,
}: {
  database: Database;
  store: ImportsStore;
  matches: MatchStore;
  kinds: KindWriters;
}) => {
  const each = async <Kind extends ImportKind>(
    importPk: number,
    kind: Kind,
    { signal, find }: { signal: AbortSignal; find: (line: Line<Kind>) => Match | Promise<Match> },
    onBatch: (count: number) => void,
  ): Promise<void> => {
    let after = 0;
    for (;;) {
      const lines = store.batch(importPk, kind, after, linesPerBatch);
      if (lines.length === 0) return;
      const found: [number, Match][] = [];
      for (const line of lines) found.push([line.pk, await find(line)]);
      store.transaction(() => {
        for (const [pk, match] of found) store.match(pk, match);
      });
      after = lines.at(-1)?.pk ?? after;
      onBatch(lines.length);
      signal.throwIfAborted();
      await pause();
    }
  };

  /** Some books of each library. */
  const sample = (importPk: number, libraries: number): Map<string, RecordOf<'book'>[]> => {
    const found = new Map<string, RecordOf<'book'>[]>();
    let full = 0;
    for (let after = 0; full < libraries;) {
      const lines = store.batch(importPk, 'book', after, linesPerBatch);
      if (lines.length === 0) break;
      for (const { record } of lines) {
        const books = found.get(record.library ?? '') ?? [];
        if (books.length >= sampledBooks) continue;
        books.push(record);
        found.set(record.library ?? '', books);
        if (books.length === sampledBooks) full += 1;
      }
      after = lines.at(-1)?.pk ?? after;
    }
    return found;
  };

  const folderState = (target: string): Match => {
    const isHere = matches
      .libraries()
      .some(({ path }) => pathBelow(target, path) !== null || pathBelow(path, target) !== null);
    return { state: isHere ? 'matched' : 'new', basis: 'choice', target };
  };

  /** A choice by a person, which stays as long as its target exists. */
  const chosen = (line: AnyLine, kind: 'person' | 'series' | 'book'): Match | null => {
    if (line.basis !== 'choice') return null;
    if (line.target === null)
      return { state: kind === 'person' ? 'new' : 'missing', basis: 'choice', target: null };
    if (!matches.exists(kind, line.target)) return null;
    return { state: 'matched', basis: 'choice', target: line.target };
  };

  const assess = (line: AnyLine, kind: ImportKind, targets: Targets): Match => {
    const writer = kinds[kind as keyof KindWriters];
    return writer.assess(line.record as never, targets);
  };

  return {
    /** Matches all lines; keeps choices by people. */
    async all(importPk: number, { signal, progress }: WorkOptions): Promise<void> {
      const total = importKinds.reduce((sum, kind) => sum + store.kindCount(importPk, kind), 0);
      let done = 0;
      const onBatch = (count: number) => progress((done += count), total);
      const samples = sample(importPk, store.kindCount(importPk, 'library'));
      const findFolder = async (line: Line<'library'>): Promise<Match> => {
        if (line.basis === 'choice') {
          return line.target === null
            ? { state: 'missing', basis: 'choice', target: null }
            : folderState(line.target);
        }
        const books = samples.get(line.source_id) ?? [];
        const match = matchFolder(line.record, books, matches);
        if (match.state !== 'missing' || !(await isFolderHere(line.record, books))) return match;
        return { state: 'new', basis: 'place', target: line.record.folders[0] ?? null };
      };
      await each(importPk, 'library', { signal, find: findFolder }, onBatch);
      const targets = createTargets(database, store, importPk);
      const findPerson = (line: Line<'person'>) =>
        chosen(line, 'person') ?? assess(line, 'person', targets);
      await each(importPk, 'person', { signal, find: findPerson }, onBatch);
      const libraries = store
        .batch(importPk, 'library', 0, 10_000)
        .filter(({ choice }) => choice !== 'skip');
      const mappings = mappingsOf(libraries);
      const findBook = createBookMatcher({
        store: matches,
        mappings,
        hashOf: createHashOf(signal),
        seriesName: (id) => store.titleOf(importPk, 'series', id),
      });
      await each(
        importPk,
        'book',
        { signal, find: (line) => chosen(line, 'book') ?? findBook(line.record) },
        onBatch,
      );
      const findTarget = createSeriesMatcher({ store: matches, importPk, mappings });
      const findSeries = (line: Line<'series'>) => chosen(line, 'series') ?? findTarget(line);
      await each(importPk, 'series', { signal, find: findSeries }, onBatch);
      for (const kind of assessedKinds) {
        await each(
          importPk,
          kind,
          { signal, find: (line) => assess(line, kind, targets) },
          onBatch,
        );
      }
    },

    /** Assesses the lines about a series or book again. */
    about(importPk: number, sourceId: string): void {
      const targets = createTargets(database, store, importPk);
      for (const line of store.dependent(importPk, sourceId)) {
        store.match(line.pk, assess(line, line.kind, targets));
      }
    },

    folderState,
  };
};

/** Kinds that are written to matched libraries, people, series and books. */
const assessedKinds = importKinds.filter(
  (kind): kind is Exclude<ImportKind, 'library' | 'person' | 'series' | 'book'> =>
    !['library', 'person', 'series', 'book'].includes(kind),
);
