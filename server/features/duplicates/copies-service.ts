import type { Logger } from 'pino';

import type { SetAsideCopy } from '../../../shared/api/duplicates.ts';
import { dayMs, daysBefore, hourMs } from '../../../shared/durations.ts';
import { AppError, notFound, hasCode } from '../../../shared/errors.ts';
import { newId } from '../../database/ids.ts';
import type { ListPage } from '../../database/json.ts';
import type { ReadGate } from '../../media/read-gate.ts';
import type { ChangedSeries } from '../../scanner/series/series-assignment.ts';
import type { ChangePublisher } from '../organise/publish-changes.ts';
import type { Settings } from '../settings/service.ts';
import type { CopiesQuery, CopiesStore, CopyRow, OtherCopy } from './copies-store.ts';
import {
  type BinnedFile,
  deleteFromBin,
  isAtHome,
  isBinReachable,
  locateAfterCrash,
  moveToBin,
  placeOfFile,
  putBack,
} from '../../lib/file-bin.ts';

export interface CopiesService {
  list(query: CopiesQuery): ListPage<SetAsideCopy>;
  /** Hides a copy. Throws NotFound, and Conflict for a book without another copy. */
  hide(bookId: string): Promise<void>;
  /**
   * Throws like `hide`, and Conflict if the settings do not allow it, during a scan, or if the file cannot be
   * moved.
   */
  moveToBin(bookId: string): Promise<void>;
  /** Throws NotFound, and Conflict if the file cannot be put back. */
  restore(bookId: string): Promise<void>;
  /** Finishes or reverts moves that a crash interrupted. */
  recover(): Promise<void>;
  /**
   * Deletes files that have been in the bin for longer than the setting allows and of which another copy is
   * on the disk. Returns their number.
   */
  prune(): Promise<number>;
  /** Recovers, and prunes periodically; returns the function that stops it. */
  keep(): () => void;
}

const fileOf = ({ root, path, bin_id }: CopyRow): BinnedFile => ({
  root,
  path,
  bin_id: bin_id ?? '',
});

const daysAfter = (time: string, days: number): string =>
  new Date(Date.parse(time) + days * dayMs).toISOString();

/** Copies that are hidden, or whose files are in the bin of their library. */
export const createCopiesService = ({
  store,
  settle,
  follow,
  isScanning,
  settings,
  deletionClock,
  gate,
  log,
}: {
  store: CopiesStore;
  /** Shows series that have books and hides those that have none. */
  settle: (seriesPks: readonly number[]) => ChangedSeries[];
  follow: ChangePublisher;
  isScanning: (libraryId: string) => boolean;
  settings: Pick<Settings, 'get'>;
  /** The clock for permanent deletion. */
  deletionClock: () => Date;
  /** Runs work on a drive, so that a hung one does not block others. */
  gate: Pick<ReadGate, 'run'>;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
}): CopiesService => {
  const inTurn = createCopyTurns();
  const locationOf = (book: CopyRow) => gate.run(book.root, () => placeOfFile(fileOf(book)));
  const publish = (book: CopyRow, series: ChangedSeries[], what: 'appeared' | 'ended') =>
    follow(book.library_id, { books: [{ id: book.id, series_pk: book.series_pk, what }], series });
  const setAside = (
    book: CopyRow,
    state: 'hidden' | 'moving',
    bin: { bin_id: string; kept_pk: number | null },
  ): ChangedSeries[] =>
    store.durableTransaction(() => {
      store.setAside(book, state, bin);
      return settle([book.series_pk]);
    });
  const release = (book: CopyRow, isBack: boolean): ChangedSeries[] =>
    store.transaction(() => {
      store.release(book, isBack);
      return settle([book.series_pk]);
    });

  /** A present book that has another present copy. */
  const copyOf = (bookId: string): CopyRow => {
    const book = store.get(bookId);
    if (!book || book.missing_since !== null) throw notFound('Book', bookId);
    if (store.others(book.pk).length === 0)
      throw new AppError('Conflict', 'There is no other copy of this book');
    return book;
  };
  const setAsideBook = (bookId: string): CopyRow => {
    const book = store.get(bookId);
    if (!book || book.state === null) throw notFound('Book', bookId);
    return book;
  };
  const isThere = (copy: Pick<OtherCopy, 'root' | 'path'>) =>
    gate.run(copy.root, () => isAtHome(copy));
  const firstThere = async (copies: readonly OtherCopy[]): Promise<OtherCopy | null> => {
    const areThere = await Promise.all(copies.map(isThere));
    return copies.find((_, index) => areThere[index]) ?? null;
  };
  const daysKept = () => settings.get('duplicates.bin_retention_days');

  const recover = async (): Promise<void> => {
    for (const book of store.interrupted()) {
      const location = await gate.run(book.root, () => locateAfterCrash(fileOf(book)));
      if (location === 'bin') store.setInBin(book.pk);
      else if (location === 'library') await publish(book, release(book, true), 'appeared');
    }
  };
  const prune = async (): Promise<number> => {
    const days = daysKept();
    if (days === 0) return 0;
    let deleted = 0;
    for (const book of store.due(daysBefore(deletionClock(), days))) {
      const file = fileOf(book);
      try {
        if (!(await gate.run(file.root, () => isBinReachable(file)))) continue;
        if (!(await isThere({ root: book.kept_root, path: book.kept_path }))) continue;
        await gate.run(file.root, () => deleteFromBin(file));
      } catch (error) {
        log.warn({ err: error, path: book.path }, 'file in the bin not deleted');
        continue;
      }
      store.handOver(book);
      release(book, false);
      deleted += 1;
    }
    if (deleted > 0) log.info({ files: deleted }, 'bin emptied');
    return deleted;
  };

  return {
    list: (query) => {
      const { copies, total } = store.list(query);
      const days = daysKept();
      const data = copies.map(({ is_kept, ...copy }) => ({
        ...copy,
        deleted_at: is_kept === 1 && days > 0 ? daysAfter(copy.set_aside_at, days) : null,
      }));
      return { data, total };
    },
    hide: (bookId) =>
      inTurn(async () => {
        const book = copyOf(bookId);
        await publish(book, setAside(book, 'hidden', { bin_id: '', kept_pk: null }), 'ended');
      }),
    moveToBin: (bookId) =>
      inTurn(async () => {
        const book = copyOf(bookId);
        if (!settings.get('duplicates.move_files'))
          throw new AppError('Conflict', 'The settings do not allow that Octavo moves files');
        if (isScanning(book.library_id))
          throw new AppError('Conflict', 'The library is being scanned. Try again afterwards.');
        const remaining = await firstThere(store.others(book.pk));
        if (remaining === null)
          throw new AppError('Conflict', 'The other copies of this book no longer exist');
        const bin_id = newId();
        const series = setAside(book, 'moving', { bin_id, kept_pk: remaining.pk });
        try {
          await gate.run(book.root, () => moveToBin({ ...fileOf(book), bin_id }, book));
        } catch (error) {
          // After a timeout the drive may still move the file; `recover` checks that at the next start.
          if (hasCode(error, 'Conflict')) release(book, true);
          throw error;
        }
        store.setInBin(book.pk);
        await publish(book, series, 'ended');
      }),
    restore: (bookId) =>
      inTurn(async () => {
        const book = setAsideBook(bookId);
        // Does not move a file that somebody has already put back by hand.
        if (book.state !== 'hidden' && (await locationOf(book)) !== 'library') {
          store.setRestoring(book.pk);
          try {
            await gate.run(book.root, () => putBack(fileOf(book)));
          } catch (error) {
            if (hasCode(error, 'Conflict')) store.setInBin(book.pk);
            throw error;
          }
        }
        await publish(book, release(book, true), 'appeared');
      }),
    recover,
    prune,
    keep: () => scheduleBins({ recover: () => inTurn(recover), prune: () => inTurn(prune), log }),
  };
};

/** Recovers once and prunes periodically; returns the function that stops it. */
const scheduleBins = ({
  recover,
  prune,
  log,
}: Pick<CopiesService, 'recover' | 'prune'> & { log: Pick<Logger, 'error'> }) => {
  const tryPrune = () =>
    void prune().catch((error: unknown) => {
      log.error({ err: error }, 'bin not emptied');
    });
  void recover().catch((error: unknown) => {
    log.error({ err: error }, 'interrupted moves of copies not finished');
  });
  tryPrune();
  const timer = setInterval(tryPrune, 6 * hourMs).unref();
  return () => clearInterval(timer);
};

/** Runs moves sequentially, because two at once could remove both copies of a book. */
const createCopyTurns = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
};
