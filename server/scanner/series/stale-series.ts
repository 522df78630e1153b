import type { ScanStore } from '../scan/store.ts';

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
    /** All, and others that count as updated. */
    with(others: readonly number[]): ReadonlySet<number> {
      for (const pk of others) put(pk, false);
      return new Set(pks.keys());
    },

    isQuiet: (pk: number): boolean => pks.get(pk) ?? false,

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
