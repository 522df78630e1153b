import type {
  listScanReportEntries,
  listScanReports,
  Refusal,
  ScanReport,
  ScanReportEntry,
} from '../../../shared/api/scan-reports.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import { notFound } from '../../../shared/errors.ts';
import type { ListPage } from '../../database/json.ts';
import type { ManualChanges, ChangePublisher } from '../organise/publish-changes.ts';
import { type BookNow, type EntryRow, type ReportLibrary, toEntry, undoOf } from './rows.ts';
import { hasSeries, type SeriesUndo } from './series-undo.ts';
import type { ScanReportsStore } from './store.ts';
import type { UndoStore } from './undo-store.ts';

export interface ScanReportsService {
  list(query: EndpointParsed<typeof listScanReports>['query']): ListPage<ScanReport>;
  /** Throws NotFound. */
  get(id: string): ScanReport;
  /** Throws NotFound. */
  entries(
    id: string,
    query: EndpointParsed<typeof listScanReportEntries>['query'],
  ): ListPage<ScanReportEntry>;
  /** Undoes what can be undone; returns the reasons for the rest. Throws NotFound. */
  undo(
    id: string,
    entryIds: readonly string[],
  ): Promise<{ done: number; refused: { entry_id: string; refusal: Refusal }[] }>;
  /** Re-includes ignored files and redoes recognitions of series. Throws NotFound. */
  restore(id: string, entryIds: readonly string[]): Promise<{ done: number }>;
}

export const createScanReportsService = ({
  store,
  undoStore,
  seriesUndo,
  follow,
  startAnalysis,
}: {
  store: ScanReportsStore;
  undoStore: UndoStore;
  seriesUndo: SeriesUndo;
  follow: ChangePublisher;
  startAnalysis: (scope: { book_id: string }) => unknown;
}): ScanReportsService => {
  const libraryOf = (reportId: string): ReportLibrary => {
    const library = store.libraryOf(reportId);
    if (!library) throw notFound('Scan report', reportId);
    return library;
  };
  /** The requested entries of a report; throws NotFound for one that is not part of it. */
  const entriesOf = (reportId: string, ids: readonly string[]): EntryRow[] => {
    const unique = [...new Set(ids)];
    const entries = store.entriesById(reportId, unique);
    const known = new Set(entries.map(({ id }) => id));
    const unknown = unique.find((id) => !known.has(id));
    if (unknown !== undefined) throw notFound('Entry', unknown);
    return entries;
  };

  const separate = (
    library: ReportLibrary,
    { book, entry, path }: { book: BookNow; entry: EntryRow; path: string },
    note: (book: ManualChanges['books'][number]) => void,
  ): void => {
    const fresh = undoStore.separate(book, entry, path);
    const home = undoStore.defaultSeriesOf(library, { ...book, path: entry.path });
    undoStore.move(fresh.pk, home);
    undoStore.setMissing(fresh.pk, false);
    const own = undoStore.defaultSeriesOf(library, { ...book, path });
    undoStore.move(book.pk, own);
    note({ id: fresh.id, series_pk: home, what: 'appeared' });
    note({ id: book.id, series_pk: own, what: 'ended' });
  };

  return {
    list: store.list,
    get(id) {
      const report = store.get(id);
      if (!report) throw notFound('Scan report', id);
      return report;
    },
    entries(id, query) {
      libraryOf(id);
      const { data, total } = store.entries(id, query);
      return { data: data.map(toEntry), total };
    },
    async undo(id, entryIds) {
      const library = libraryOf(id);
      const refused: { entry_id: string; refusal: Refusal }[] = [];
      const separated: string[] = [];
      const changed = store.transaction((): ManualChanges => {
        const books: ManualChanges['books'] = [];
        const series: ManualChanges['series'] = [];
        const touched = new Set<number>();
        /** Returns the reason if the entry cannot be undone. */
        const undoEntry = (entry: EntryRow): Refusal | null => {
          const { book, previous_path: path } = entry;
          const possible = undoOf(entry);
          if ('refusal' in possible) return possible.refusal;
          if (hasSeries(entry)) {
            const undone = seriesUndo.undo(entry);
            books.push(...undone.books);
            series.push(...undone.series);
            for (const pk of undone.touched) touched.add(pk);
            store.setOther(entry.pk, undone.other);
            return null;
          }
          if (!book) return 'book_gone';
          touched.add(book.series_pk);
          if (possible.undo === 'ignore') {
            undoStore.ignore(book, entry.path);
            books.push({ id: book.id, series_pk: book.series_pk, what: 'ended' });
          } else if (possible.undo === 'restore') {
            undoStore.restore(book, entry);
            books.push({ id: book.id, series_pk: book.series_pk });
          } else if (path === null || undoStore.isTaken(book, path)) {
            return 'place_taken';
          } else {
            separate(library, { book, entry, path }, (owner) => {
              books.push(owner);
              touched.add(owner.series_pk);
              if (owner.what === 'appeared') separated.push(owner.id);
            });
          }
          return null;
        };
        for (const { id: entryId } of entriesOf(id, entryIds)) {
          // Read again, because an earlier undo can have changed the same book.
          const [entry] = store.entriesById(id, [entryId]);
          if (!entry) continue;
          const refusal = undoEntry(entry);
          if (refusal === null) store.setUndone(entry.pk, true);
          else refused.push({ entry_id: entryId, refusal });
        }
        return { books, series: [...series, ...undoStore.settle([...touched])] };
      });
      await follow(library.id, changed);
      for (const book_id of separated) startAnalysis({ book_id });
      return { done: entryIds.length - refused.length, refused };
    },
    async restore(id, entryIds) {
      const library = libraryOf(id);
      let done = 0;
      const changed = store.transaction((): ManualChanges => {
        const books: ManualChanges['books'] = [];
        const series: ManualChanges['series'] = [];
        const touched = new Set<number>();
        for (const entry of entriesOf(id, entryIds)) {
          if (entry.undone_at === null) continue;
          const again = hasSeries(entry) ? seriesUndo.redo(entry) : null;
          if (again) {
            books.push(...again.books);
            series.push(...again.series);
            for (const pk of again.touched) touched.add(pk);
          } else if (entry.kind === 'added') {
            undoStore.heed(library, entry.path, entry.book);
            if (entry.book) {
              books.push({ id: entry.book.id, series_pk: entry.book.series_pk, what: 'appeared' });
              touched.add(entry.book.series_pk);
            }
          } else continue;
          store.setUndone(entry.pk, false);
          if (again || entry.book) done += 1;
        }
        return { books, series: [...series, ...undoStore.settle([...touched])] };
      });
      await follow(library.id, changed);
      return { done };
    },
  };
};
