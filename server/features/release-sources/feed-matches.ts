import type { ReleaseSource } from '../../../shared/api/release-sources.ts';
import type { RecordRelease } from '../../../shared/api/releases.ts';
import { decodeXml } from '../../media/comic-info/decode.ts';
import type { TrackedSeries } from '../releases/types.ts';
import { comparedTitle, confidenceOf } from './matching.ts';
import { releaseOfItem } from './release-of-item.ts';

/** Maximum items read per poll, newest first; more have never been new at once. */
const maxItems = 1000;

/** Confidences have two digits. */
const rounding = 0.005;

export interface FeedInput {
  source: Pick<ReleaseSource, 'id' | 'source_tag' | 'url' | 'language'>;
  tracked: readonly TrackedSeries[];
  /** Minimum match confidence; lower scores are ignored. */
  minConfidence: number;
}

/** A release of the feed and how well its title matches its series. */
export type FeedMatch = RecordRelease & { confidence: number };

/**
 * The releases of tracked series in a feed, in its order; null if it is neither RSS nor Atom. Parsing takes seconds
 * for the largest feeds.
 */
export const matchesInFeed = async (
  bytes: Buffer,
  { source, tracked, minConfidence }: FeedInput,
): Promise<FeedMatch[] | null> => {
  // Loaded on demand: takes a tenth of a second and 21 MB with its dependencies.
  const { readFeed } = await import('./feed.ts');
  const feed = (() => {
    try {
      return readFeed(decodeXml(bytes));
    } catch {
      return null;
    }
  })();
  if (!feed) return null;
  const candidates = tracked.map(({ titles, ...series }) => ({
    ...series,
    names: titles.map(comparedTitle),
  }));
  return feed.items.slice(0, maxItems).flatMap((item) => {
    const found = releaseOfItem(item, feed, source);
    if (!found) return [];
    const { release } = found;
    const titles = found.titles.map(comparedTitle);
    let best = { seriesId: '', confidence: 0 };
    for (const { seriesId, languages, names } of candidates) {
      if (best.confidence === 1) break;
      if (!isWanted(release.language ?? null, languages)) continue;
      const confidence = confidenceOf(titles, names, minConfidence - rounding);
      if (confidence > best.confidence) best = { seriesId, confidence };
    }
    const matches = best.seriesId !== '' && best.confidence >= minConfidence;
    return matches ? [{ ...release, ...best }] : [];
  });
};

/** `pt` also matches `pt-BR`; a release without a language always matches. */
const isWanted = (language: string | null, wanted: readonly string[]): boolean =>
  language === null ||
  wanted.length === 0 ||
  wanted.some((name) => {
    const [asked, has] = [name.toLowerCase(), language.toLowerCase()];
    return has === asked || has.startsWith(`${asked}-`);
  });
