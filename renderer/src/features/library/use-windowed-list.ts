import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';

import type { ListPage } from '../../api/queries.ts';
import { listPageSize, pagesForRange } from './page-range.ts';

/** While the scrollbar is dragged through thousands, only where it rests is loaded (milliseconds). */
const settleMs = 80;

export interface WindowedList<T> {
  /** Null until the first page has told it. */
  total: number | null;
  /** The record at a place of the whole list; undefined while it is not loaded. */
  at(index: number): T | undefined;
  /** Says which records are in view (0-indexed, both included). */
  show(first: number, last: number): void;
  /** The reason why something in view is missing. */
  error: Error | null;
  retry(): void;
}

/**
 * A list of any length of which only the pages in view are loaded. Pages that leave the view before
 * their answer came are given up, and those that were loaded stay cached.
 */
export const useWindowedList = <T>(query: (page: number) => ListPage<T>): WindowedList<T> => {
  const [inView, setInView] = useState([1]);
  const [settled] = useDebouncedValue(inView, settleMs, { leading: true });
  const [known, setKnown] = useState<number | null>(null);

  // The first page is always among them: it holds the length of the list.
  const pages = [...new Set([1, ...settled])];
  const results = useQueries({ queries: pages.map((page) => query(page)) });
  const loaded = new Map(pages.map((page, index) => [page, results[index]?.data?.data]));
  const total = results[0]?.data?.total ?? null;
  if (total !== known) setKnown(total);

  return {
    total,
    at: (index) => loaded.get(Math.floor(index / listPageSize) + 1)?.[index % listPageSize],
    // A row that comes into view seldom brings another page with it, and only that is worth a drawing.
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
