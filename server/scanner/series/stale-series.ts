import type { ScanStore } from '../scan/store.ts';

/**
 * The cause of a new summary. Changed books make their series count as updated, a changed file in
 * its folder does if people see a difference, and a newer version of the scanner does not.
 */
export type SummaryCause = 'books' | 'folder' | 'reread';

/**
 * Series to refresh at the end of a scan. The database keeps them as well, because a scan that is
 * cancelled or killed leaves them to the next.
 */
export const createStaleSeries = (
  store: Pick<ScanStore, 'markStale' | 'markSummarized' | 'staleSeries'>,
) => {
  /** Whether each is refreshed without counting as updated. */
  const pks = new Map<number, boolean>();
  const put = (pk: number, isQuiet: boolean) => pks.set(pk, isQuiet && (pks.get(pk) ?? true));
  return {
    /** All, and those of which a file in the folder changed. */
    with(folders: readonly number[]): ReadonlyMap<number, SummaryCause> {
      const causes = new Map<number, SummaryCause>();
      for (const [pk, isQuiet] of pks) causes.set(pk, isQuiet ? 'reread' : 'books');
      for (const pk of folders) if (causes.get(pk) !== 'books') causes.set(pk, 'folder');
      return causes;
    },

    /** Only inside a transaction. */
    add(pk: number, isQuiet = false): void {
      put(pk, isQuiet);
      store.markStale(pk, isQuiet);
    },

    /** Only inside a transaction. */
    delete(pk: number): void {
      pks.delete(pk);
      store.markSummarized(pk);
    },

    /** Takes over the series of a library that earlier scans have left. */
    resume(libraryPk: number): void {
      for (const { pk, is_quiet } of store.staleSeries(libraryPk)) put(pk, is_quiet === 1);
    },
  };
};

export type StaleSeries = ReturnType<typeof createStaleSeries>;
