import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';

import type { ListPage } from '../../../api/queries.ts';
import { listPageSize, pagesForRange } from './page-range.ts';

/** Debounce while the scrollbar is dragged (ms), so that only the final position loads. */
const settleMs = 80;

export interface WindowedList<T> {
  /** Null until the first page has loaded. */
  total: number | null;
  /** The record at an index of the whole list; undefined while not loaded. */
  itemAt(index: number): T | undefined;
  /** Sets the range in view (0-indexed, inclusive). */
  show(first: number, last: number): void;
  /** Why a record in view is missing. */
  error: Error | null;
  retry(): void;
}

/**
 * A list of any length that loads only the pages in view. Requests for pages that leave the view
 * are cancelled; loaded pages stay cached.
 */
export const useWindowedList = <T>(query: (page: number) => ListPage<T>): WindowedList<T> => {
  const [inView, setInView] = useState([1]);
  const [settled] = useDebouncedValue(inView, settleMs, { leading: true });
  const [known, setKnown] = useState<number | null>(null);

  // Always include the first page: it contains the total.
  const pages = [...new Set([1, ...settled])];
  const results = useQueries({ queries: pages.map((page) => query(page)) });
  const loaded = new Map(pages.map((page, index) => [page, results[index]?.data?.data]));
  const total = results[0]?.data?.total ?? null;
  if (total !== known) setKnown(total);

  return {
    total,
    itemAt: (index) => loaded.get(Math.floor(index / listPageSize) + 1)?.[index % listPageSize],
    // Re-render only if other pages come into view.
    show: (first, last) =>
      setInView((current) => {
        const next = pagesForRange(first, last, known);
        return next.join() === current.join() ? current : next;
      }),
    error: results.find((result) => result.isError)?.error ?? null,
    retry: () => {
      for (const result of results) if (result.isError) void result.refetch();
    },
  };
};
