import { createHash } from 'node:crypto';

import type { MediaUrlKind, ReleaseSpan } from '../../../shared/api/release-record.ts';
import type { ReleaseSource } from '../../../shared/api/release-sources.ts';
import type { RecordRelease } from '../../../shared/api/releases.ts';
import { parseRelease } from '../../media/filename-parser/releases.ts';
import type { ReleaseFeed, FeedItem } from './feed.ts';

/** A release found in a feed, not yet matched to a series. */
export interface FoundRelease {
  titles: string[];
  release: Omit<RecordRelease, 'seriesId'>;
}

/** Maximum length of a title, because parsing longer ones costs time. */
const maxTitle = 300;
/** Larger numbers are not chapters. */
const maxNumber = 100_000;

/**
 * Parses the release in a feed item. An item without a series name, as in the feed of a single
 * series, belongs to the series in the feed's title. Null for an item without a title.
 */
export const releaseOfItem = (
  item: FeedItem,
  feed: ReleaseFeed,
  source: Pick<ReleaseSource, 'id' | 'source_tag' | 'url' | 'language'>,
): FoundRelease | null => {
  const title = item.title.trim().slice(0, maxTitle);
  if (title === '') return null;
  const parsed = parseRelease(title);
  const titles = parsed.titles.length > 0 ? parsed.titles : [feedSeries(feed.title)];
  return {
    titles,
    release: {
      sourceId: source.id,
      externalReleaseId: `${source.source_tag}:${numberOf(item.identity)}`,
      // The address of a feed can hold a secret.
      payloadUrl: item.page ?? new URL(source.url).origin,
      releasedAt: item.published,
      chapters: spans(parsed.chapters),
      volumes: spans(parsed.volumes),
      formatHints: formatHints(title),
      groupOrUploader: parsed.group ?? groupIn(item.description),
      infoHash: infoHash(item),
      language: parsed.language ?? source.language,
      mediaUrl: item.media?.url ?? null,
      mediaUrlKind: item.media && mediaKind(item.media),
      metadata: { title },
    },
  };
};

/** "Solo Leveling - Releases on MangaUpdates" is the feed of Solo Leveling. */
const feedSeries = (title: string): string =>
  title.slice(0, maxTitle).replace(/\s+[-–|]\s+.*$/, '');

/** The number at the end of an identity, as most sites use; else a hash of the identity. */
const numberOf = (identity: string): string =>
  /(?:^|[/=:,#])(\d{1,18})\/?$/.exec(identity)?.[1] ??
  createHash('sha256').update(identity).digest().readUIntBE(0, 6).toString();

const spans = (found: { first: number; last: number }[]): ReleaseSpan[] | null => {
  const sane = found.filter(({ last }) => last <= maxNumber);
  return sane.length === 0 ? null : sane.map(({ first, last }) => ({ start: first, end: last }));
};

const formatHints = (title: string): Record<string, unknown> => {
  const container = /\b(cbz|cbr|cb7|epub|pdf)\b/i.exec(title)?.[1]?.toLowerCase();
  return {
    ...(/\bjxl\b/i.test(title) ? { jxl: true } : {}),
    ...(container === undefined ? {} : { container }),
  };
};

/** In some feeds it contains only the group's name. */
const groupIn = (description: string | null): string | null =>
  description !== null && /^[^<>|\n]{1,60}$/.test(description.trim()) ? description.trim() : null;

const infoHash = ({ media, description }: FeedItem): string | null =>
  /(?<![0-9a-f])[0-9a-f]{40}(?![0-9a-f])/i
    .exec(`${media?.url ?? ''} ${description ?? ''}`)?.[0]
    .toLowerCase() ?? null;

const mediaKind = ({ url, type }: NonNullable<FeedItem['media']>): MediaUrlKind => {
  if (/^magnet:/i.test(url)) return 'magnet';
  if (type === 'application/x-bittorrent' || /\.torrent($|\?)/i.test(url)) return 'torrent';
  return /^https?:/i.test(url) ? 'direct' : 'other';
};
