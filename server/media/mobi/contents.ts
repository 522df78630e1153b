import { type ContentsEntry, maxContentsDepth } from '../derived-epub/derived-book.ts';
import { type IndexEntry, readIndex } from './index-records.ts';
import type { PalmDatabase } from './palm-database.ts';

/** Tags of the index of contents. */
const tag = { offset: 1, title: 3, position: 6, parent: 21 };

/** An entry of the contents with its target: an offset in the text, or in KF8 a fragment with an offset in it. */
export interface ContentsPoint {
  title: string;
  offset: number | null;
  position: [fragment: number, offset: number] | null;
  /** Index of the entry that holds this one. */
  parent: number | null;
}

const toPoint = (
  { tags }: IndexEntry,
  textAt: (offset: number) => string | null,
): ContentsPoint => {
  const [fragment, offset] = tags.get(tag.position) ?? [];
  const title = tags.get(tag.title)?.[0];
  return {
    title: (title === undefined ? null : textAt(title))?.trim() ?? '',
    offset: tags.get(tag.offset)?.[0] ?? null,
    position: fragment === undefined || offset === undefined ? null : [fragment, offset],
    parent: tags.get(tag.parent)?.[0] ?? null,
  };
};

/** The entries of the contents. Throws MediaError. */
export const readPoints = (database: PalmDatabase, index: number | null): ContentsPoint[] => {
  if (index === null) return [];
  const { entries, textAt } = readIndex(database, index);
  return entries.map((entry) => toPoint(entry, textAt));
};

/** The tree of the entries that `hrefOf` finds in a text. */
export const contentsOf = (
  points: readonly ContentsPoint[],
  hrefOf: (point: ContentsPoint) => string | null,
): ContentsEntry[] => {
  const byParent = Map.groupBy(points.keys(), (index) => points[index]?.parent ?? null);
  const below = (parent: number | null, depth: number): ContentsEntry[] =>
    (depth > maxContentsDepth ? [] : (byParent.get(parent) ?? [])).flatMap((index) => {
      const point = points[index];
      const href = point ? hrefOf(point) : null;
      const children = below(index, depth + 1);
      return point && href !== null ? [{ title: point.title, href, children }] : children;
    });
  return below(null, 0);
};
