import { newId } from '../../database/ids.ts';
import type { Database } from '../../database/types.ts';
import type { OrganiseMutations } from '../organise/mutations.ts';
import type { ChangePublisher, ManualChanges } from '../organise/publish-changes.ts';
import { eachLine } from './each-line.ts';
import { mappedPath, type FolderMapping } from './folder-mapping.ts';
import type { Journal } from './journal.ts';
import { isUuid } from './kinds/kind.ts';
import type { Line } from './lines-store.ts';
import { mappingsOf } from './match-folders.ts';
import type { NewIds } from './new-libraries.ts';
import type { ImportsStore } from './store.ts';

interface NewLibrary {
  pk: number;
  id: string;
  path: string;
}

interface BookHere {
  pk: number;
  library_pk: number;
  series_pk: number;
}

/** Books of a series that was arranged by people, with whether each was assigned by hand. */
type BooksOfSeries = Map<string, { target: string; isPlaced: boolean }[]>;

export type SeriesArrangement = ReturnType<typeof createSeriesArrangement>;

/**
 * Groups the books of libraries that an import created as people grouped them in the source, by merging series and
 * moving books. A library that was there before keeps its own series.
 */
export const createSeriesArrangement = ({
  database,
  store,
  ids,
  journal,
  writes,
  follow,
}: {
  database: Database;
  store: ImportsStore;
  ids: NewIds;
  journal: Journal;
  writes: Pick<OrganiseMutations, 'make' | 'move' | 'refreshVisibility'>;
  follow: ChangePublisher;
}) => {
  const newLibraries = database.prepare<[number], NewLibrary>(
    `SELECT l.pk, l.id, l.path FROM import_changes c JOIN libraries l ON l.id = c.row_key ->> '$'
     WHERE c.import_pk = ? AND c.entity = 'library'`,
  );
  const seriesAt = database.prepare<[number, string], { pk: number; id: string }>(
    'SELECT pk, id FROM series WHERE library_pk = ? AND path = ?',
  );
  const bookWithId = database.prepare<[string], BookHere>(
    'SELECT pk, library_pk, series_pk FROM books WHERE id = ?',
  );
  const idAt = database.prepare<[number], string>('SELECT id FROM series WHERE pk = ?').pluck();
  const unsummarized = database.prepare<[number], { pk: number; id: string }>(
    'SELECT pk, id FROM series WHERE library_pk = ? AND missing_since IS NULL AND sidecar_modified_ms = -1',
  );

  const arrangedBooks = async (importPk: number, signal: AbortSignal): Promise<BooksOfSeries> => {
    const merged = new Set<string>();
    await eachLine(store, { importPk, kind: 'series', signal }, (lines) => {
      for (const { record, source_id } of lines) {
        if ((record.folders ?? []).length > 0) merged.add(source_id);
      }
    });
    const books: BooksOfSeries = new Map();
    await eachLine(store, { importPk, kind: 'book', signal }, (lines) => {
      for (const { record, target, state } of lines) {
        const isPlaced = record.is_placed === true;
        const { series } = record;
        if (series === null || target === null || state !== 'matched') continue;
        if (!isPlaced && !merged.has(series)) continue;
        const known = books.get(series);
        if (known) known.push({ target, isPlaced });
        else books.set(series, [{ target, isPlaced }]);
      }
    });
    return books;
  };

  return {
    /**
     * Finds series by their folders, so that they keep their ids, and arranges books. Returns whether books changed
     * their series.
     */
    async arrange(importPk: number, signal: AbortSignal): Promise<boolean> {
      const libraries = newLibraries.all(importPk);
      const lines = store
        .batch(importPk, 'library', 0, 10_000)
        .filter(({ choice }) => choice !== 'skip');
      const mappings = mappingsOf(lines);
      const roots = new Map(
        lines.map(({ source_id, record }) => [source_id, record.folders[0] ?? '']),
      );
      const books = await arrangedBooks(importPk, signal);
      const touched = new Set<number>();
      const moved: (ManualChanges['books'][number] & { library_pk: number })[] = [];

      const arrangeOne = (line: Line<'series'>): void => {
        const { record, source_id } = line;
        const place = line.basis === 'choice' ? null : locate(line, roots, mappings, libraries);
        if (place === null) return;
        const { library_pk, path } = place;
        const own = books.get(source_id) ?? [];
        const found = seriesAt.get(library_pk, path);
        if (!found && own.length === 0) return;
        const filename = path.slice(path.lastIndexOf('/') + 1);
        const series_pk =
          found?.pk ??
          writes.make(library_pk, {
            ...{ key: path, name: record.name, year: null, publisher: null },
            filename: record.folder === null ? record.name : filename,
          });
        const from = idAt.get(series_pk) ?? '';
        if (from !== source_id && isUuid(source_id))
          ids.rename(importPk, 'series', { from, to: source_id });
        store.match(line.pk, {
          ...{ state: 'matched', basis: 'place' },
          target: idAt.get(series_pk) ?? null,
        });
        for (const folder of record.folders ?? []) {
          const mapped = mappedPath(folder, mappings, libraries);
          if (mapped?.library_pk === library_pk)
            journal.write(importPk, 'series_folders', [library_pk, mapped.path], { series_pk });
        }
        for (const { target, isPlaced } of own) {
          const book = bookWithId.get(target);
          // An earlier run, or somebody since, has decided where it belongs.
          const isDecided = book && journal.read('book_placements', [book.pk]) !== undefined;
          if (book?.library_pk !== library_pk || isDecided) continue;
          if (isPlaced) journal.write(importPk, 'book_placements', [book.pk], { series_pk });
          if (book.series_pk === series_pk) continue;
          writes.move(book.pk, series_pk);
          touched.add(book.series_pk).add(series_pk);
          moved.push({ id: target, series_pk, library_pk });
        }
      };
      await eachLine(store, { importPk, kind: 'series', signal }, (batch) => {
        store.transaction(() => batch.forEach(arrangeOne));
      });
      const series = store.transaction(() => writes.refreshVisibility([...touched]));
      for (const { pk, id } of libraries) {
        const ofLibrary = moved.filter(({ library_pk }) => library_pk === pk);
        if (ofLibrary.length > 0) await follow(id, { books: ofLibrary, series });
      }
      return moved.length > 0;
    },

    /** Summarises the series of which books were edited, as the next scan would. */
    async summarize(importPk: number): Promise<void> {
      for (const { pk, id } of newLibraries.all(importPk)) {
        const series = unsummarized.all(pk).map((row) => ({ ...row, what: 'changed' as const }));
        if (series.length > 0) await follow(id, { books: [], series });
      }
    },
  };
};

/** Where a series of the source lies here; null outside of the new libraries. */
const locate = (
  { record, source_id }: Line<'series'>,
  roots: ReadonlyMap<string, string>,
  mappings: readonly FolderMapping[],
  libraries: readonly NewLibrary[],
) => {
  const root = roots.get(record.library ?? '');
  if (root === undefined) return null;
  if (record.folder !== null) return mappedPath(record.folder, mappings, libraries);
  const found = mappedPath(root, mappings, libraries);
  return found && { ...found, path: `/${isUuid(source_id) ? source_id : newId()}` };
};
