import { queryOptions, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';

import { chaptersOf, currentChapter, sharedParts, type Anchors, type Chapter } from './chapters.ts';
import type { BookPosition } from './engine/book-engine.ts';
import { splitHref } from './engine/locator.ts';
import { fetchPart } from './engine/part-document.ts';
import { createTextIndex } from './engine/text-index.ts';
import type { EpubBook } from './load-epub.ts';

/** Parts that are searched for the beginnings of chapters when the contents are shown. */
const maxParts = 20;

const anchorsQuery = (part: string) =>
  queryOptions({
    queryKey: ['epub-anchors', part],
    queryFn: async ({ signal }): Promise<Anchors> => {
      const { ownerDocument: page } = await fetchPart(part, signal);
      const index = createTextIndex(page);
      const length = Math.max(1, index.text.length);
      return new Map(
        Array.from(page.querySelectorAll('[id]'), (element) => [
          element.id,
          index.offsetOf(element, 0) / length,
        ]),
      );
    },
    staleTime: Infinity,
    retry: false,
  });

/**
 * The table of contents and the chapter that is read. Parts in which several chapters begin are
 * loaded to find them: the part on display, and all when `areAllShown`.
 */
export const useChapters = (
  { manifest }: EpubBook,
  position: BookPosition | null,
  areAllShown: boolean,
): { chapters: readonly Chapter[]; current: Chapter | undefined } => {
  const part = position === null ? '' : splitHref(position.locator.href).part;
  const shared = useMemo(
    () => sharedParts(chaptersOf(manifest, () => undefined)).slice(0, maxParts),
    [manifest],
  );
  const anchors = useQueries({
    queries: shared.map((href) => ({
      ...anchorsQuery(href),
      enabled: areAllShown || href === part,
    })),
    combine: (results) => results.map(({ data }) => data),
  });
  const chapters = useMemo(
    () => chaptersOf(manifest, (href) => anchors[shared.indexOf(href)]),
    [manifest, anchors, shared],
  );
  const spineIndex = manifest.readingOrder.findIndex(({ href }) => href === part);
  return {
    chapters,
    current: position ? currentChapter(chapters, spineIndex, position) : undefined,
  };
};
