import type { PublicationLink, PublicationManifest } from '../../../../shared/api/epub.ts';
import type { BookPosition } from './engine/book-engine.ts';
import { splitHref } from './engine/locator.ts';

/** An entry of the table of contents, and where it begins. */
export interface Chapter {
  title: string | undefined;
  depth: number;
  href: string;
  /** Index of its part in the reading order; -1 for a heading without a link. */
  spineIndex: number;
  /** Within its part, 0 to 1. */
  progression: number;
}

/** Ids of a part → progression within it. */
export type Anchors = ReadonlyMap<string, number>;

const flat = (links: readonly PublicationLink[], depth = 0): [PublicationLink, number][] =>
  links.flatMap((link) => [
    [link, depth] as [PublicationLink, number],
    ...flat((link.children ?? []) as PublicationLink[], depth + 1),
  ]);

/**
 * The table of contents; without one, the parts of the book. Several entries can begin in one part:
 * `anchorsOf` says where, once it is known.
 */
export const chaptersOf = (
  { toc, readingOrder }: Pick<PublicationManifest, 'toc' | 'readingOrder'>,
  anchorsOf: (part: string) => Anchors | undefined,
): Chapter[] => {
  const spine = new Map(readingOrder.map(({ href }, index) => [href, index]));
  return flat(toc.length > 0 ? toc : readingOrder).map(([{ title, href }, depth]) => {
    const { part, id } = splitHref(href);
    const progression = (id === null ? undefined : anchorsOf(part)?.get(id)) ?? 0;
    return { title, depth, href, spineIndex: spine.get(part) ?? -1, progression };
  });
};

/** Parts in which more than one chapter begins. */
export const sharedParts = (chapters: readonly Chapter[]): string[] => {
  const parts = chapters
    .filter(({ spineIndex }) => spineIndex >= 0)
    .map(({ href }) => splitHref(href).part);
  return [...new Set(parts.filter((part, index) => parts.indexOf(part) !== index))];
};

/** The chapter that began last in reading order, at the latest on the screen that is shown. */
export const currentChapter = (
  chapters: readonly Chapter[],
  spineIndex: number,
  { locator, visibleShare }: Pick<BookPosition, 'locator' | 'visibleShare'>,
): Chapter | undefined => {
  const reached = locator.locations.progression + visibleShare;
  const begun = chapters.filter(
    (chapter) =>
      chapter.spineIndex >= 0 &&
      (chapter.spineIndex < spineIndex ||
        (chapter.spineIndex === spineIndex && chapter.progression <= reached)),
  );
  return begun.reduce<Chapter | undefined>(
    (latest, chapter) => (latest === undefined || isBefore(latest, chapter) ? chapter : latest),
    undefined,
  );
};

/** Whether a chapter begins before another or, as a heading above it, at the same place. */
const isBefore = (a: Chapter, b: Chapter): boolean =>
  a.spineIndex < b.spineIndex || (a.spineIndex === b.spineIndex && a.progression <= b.progression);
