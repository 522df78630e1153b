import type { ScanStore } from '../scan/store.ts';

/**
 * Series to refresh at the end of a scan. The database keeps them as well, because a scan that is
 * cancelled or killed leaves them to the next.
 */
export const createStaleSeries = (
  store: Pick<ScanStore, 'markStale' | 'markSummarized' | 'staleSeries'>,
) => {
  const pks = new Set<number>();
  return {
    pks,

    /** Only inside a transaction. */
    add(pk: number): void {
      pks.add(pk);
      store.markStale(pk);
    },

    /** Only inside a transaction. */
    delete(pk: number): void {
      pks.delete(pk);
      store.markSummarized(pk);
    },

    /** Takes over the series of a library that earlier scans have left. */
    resume(libraryPk: number): void {
      for (const pk of store.staleSeries(libraryPk)) pks.add(pk);
    },
  };
};

export type StaleSeries = ReturnType<typeof createStaleSeries>;
