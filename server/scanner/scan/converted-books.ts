import { join } from 'node:path';
import { dirname } from 'node:path/posix';

import type { Database } from '../../database/types.ts';
import { anyRow, changedByOctavo, isUsedBook } from '../../database/use-by-people.ts';
import { isoNow } from '../../database/ids.ts';
import type { JobContext } from '../../jobs/job-context.ts';
import type { ScanJob } from '../../jobs/jobs.ts';
import { type FileList, filesWhere } from './file-list.ts';
import { booksWithoutFile, type ListedBook, nameKey } from './file-matching.ts';
import type { ScanLibrary } from './library-store.ts';
import { isGone } from './match-moved-files.ts';
import type { ScanReporter } from './scan-reporter.ts';
import type { ScanStore } from './store.ts';
import type { Walk } from './walk.ts';

const byPeople = isUsedBook('b');
const byOctavo = `(${anyRow(changedByOctavo, 't.book_pk = b.pk')})`;

const createStore = (database: Database) => ({
  isUsed: database
    .prepare<[number], number>(
      `SELECT 1 FROM books b WHERE b.pk = ? AND ${byPeople} AND NOT ${byOctavo}`,
    )
    .pluck(),
  isUntouched: database
    .prepare<[number], number>(
      `SELECT 1 FROM books b WHERE b.pk = ? AND NOT ${byPeople} AND NOT ${byOctavo}`,
    )
    .pluck(),
  /** Returns its id. */
  remove: database.prepare<[number], string>('DELETE FROM books WHERE pk = ? RETURNING id').pluck(),
});

/** Pairs of a book whose file is gone and the later book at the only file of the same name. */
const pairsOf = (
  { knownBooks }: Pick<ScanStore, 'knownBooks'>,
  library: ScanLibrary,
  known: ReadonlyMap<string, ListedBook>,
  files: FileList,
): { former: ListedBook; successor: ListedBook }[] => {
  const homeless = booksWithoutFile(known, files);
  if (homeless.length === 0) return [];
  const gone = knownBooks(homeless);
  const folders = new Set(gone.map(({ path }) => dirname(path)));
  const beside = filesWhere(files, ({ path }) => folders.has(dirname(path)));
  const goneByName = Map.groupBy(gone, ({ path, format }) => nameKey(path, format === 'folder'));
  const filesByName = Map.groupBy(beside, ({ path, entries }) =>
    nameKey(path, entries !== undefined),
  );
  return [...goneByName].flatMap(([name, [former, ...others]]) => {
    const [file, ...twins] = filesByName.get(name) ?? [];
    const successor = file && known.get(file.path);
    if (!former || !successor || others.length > 0 || twins.length > 0) return [];
    const isLater = successor.missing_since === null && successor.pk > former.pk;
    return isLater && isGone(join(library.path, former.path)) ? [{ former, successor }] : [];
  });
};

/**
 * Deletes books that nobody has touched and whose file another program made from that of a book people have used: a
 * scan saw both files, and the former is gone now. Their files are then matched with the former books. Returns the
 * deleted books.
 */
export const removeConvertedTwins = async (
  { only }: Pick<ScanJob, 'only'>,
  { database, thumbnailsDir }: Pick<JobContext, 'database' | 'thumbnailsDir'>,
  {
    store: scanStore,
    library,
    reporter,
    known,
    walked,
  }: {
    store: ScanStore;
    library: ScanLibrary;
    reporter: ScanReporter;
    known: Map<string, ListedBook>;
    walked: Pick<Walk, 'files'>;
  },
): Promise<ReadonlySet<number>> => {
  const isWhole = only === undefined && !library.scan_rules.calibre;
  const pairs = isWhole ? pairsOf(scanStore, library, known, walked.files) : [];
  if (pairs.length === 0) return new Set();
  const store = createStore(database);
  const isTwin = ({ former, successor }: (typeof pairs)[number]) =>
    store.isUsed.get(former.pk) !== undefined && store.isUntouched.get(successor.pk) !== undefined;
  const removed = database
    .transaction(() => {
      const twins = pairs.filter(isTwin).map(({ successor }) => successor);
      return twins.map((twin) => ({ ...twin, id: store.remove.get(twin.pk) ?? '' }));
    })
    .immediate();
  const { createThumbnails } = await import('../../media/thumbnails.ts');
  const { createImageQueue } = await import('../../media/image-queue.ts');
  const thumbnails = createThumbnails({ dir: thumbnailsDir, queue: createImageQueue() });
  const ids = database.prepare<[number], string>('SELECT id FROM series WHERE pk = ?').pluck();
  for (const { id, path, series_pk } of removed) {
    known.delete(path);
    await thumbnails.remove(id);
    reporter.event({
      ...{ type: 'book_deleted', book_id: id, series_id: ids.get(series_pk) ?? '' },
      ...{ library_id: library.id, timestamp: isoNow() },
    });
  }
  return new Set(removed.map(({ pk }) => pk));
};
