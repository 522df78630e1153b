import { setImmediate } from 'node:timers/promises';

import type { ReleaseSource } from '../../../shared/api/release-sources.ts';
import { decodeXml } from '../../media/comic-info/decode.ts';
import { fetchBytes } from '../../http-client/fetch-bytes.ts';
import { TaskFailure, type TaskHandlers } from '../../tasks/task-types.ts';
import type { ReleasesService } from '../releases/service.ts';
import type { TrackedSeries } from '../releases/types.ts';
import type { ReleaseFeed } from './feed.ts';
import { confidenceOf } from './matching.ts';
import { releaseOfItem, type FoundRelease } from './release-of-item.ts';
import type { PollResult, ReleaseSourcesStore } from './store.ts';

/** Maximum items read per poll, newest first; more have never been new at once. */
const maxItems = 1000;
const feedTypes = 'application/rss+xml, application/atom+xml, application/xml;q=0.9, */*;q=0.5';

/** Polls feeds and records releases of tracked series in the ledger. */
export const createReleaseSourcesHandlers = ({
  store,
  releases,
  minConfidence,
  allowPrivateAddresses,
}: {
  store: ReleaseSourcesStore;
  releases: Pick<ReleasesService, 'announce' | 'tracked'>;
  /** Minimum match confidence; lower scores are ignored. */
  minConfidence: () => number;
  /** Whether feeds can be on this machine and its network. */
  allowPrivateAddresses: () => boolean;
}): Pick<TaskHandlers, 'poll_release_source'> => {
  /** The feed with its cache validators; null if unchanged since the last poll. */
  const read = async (
    { id, url, etag }: ReleaseSource,
    signal: AbortSignal,
  ): Promise<{ feed: ReleaseFeed; versions: PollResult } | null> => {
    const { host } = new URL(url);
    const since = store.lastModified(id);
    const { status, headers, body } = await fetchBytes(url, {
      signal,
      allowPrivate: allowPrivateAddresses(),
      headers: {
        accept: feedTypes,
        ...(etag === null ? {} : { 'if-none-match': etag }),
        ...(since === null ? {} : { 'if-modified-since': since }),
      },
    });
    if (status === 304) return null;
    if (status !== 200) throw new TaskFailure(`${host} answered with status ${status}.`);
    const versions = {
      etag: headers.etag ?? null,
      last_modified: headers['last-modified'] ?? null,
    };
    return { feed: await parse(host, body), versions };
  };

  /** Records a release if it matches a tracked series with enough confidence. */
  const announce = ({ titles, release }: FoundRelease, tracked: readonly TrackedSeries[]) => {
    const scored = tracked
      .filter(({ languages }) => isWanted(release.language ?? null, languages))
      .map(({ seriesId, titles: names }) => ({ seriesId, confidence: confidenceOf(titles, names) }))
      .sort((a, b) => b.confidence - a.confidence);
    const [best] = scored;
    if (best && best.confidence >= minConfidence()) releases.announce({ ...release, ...best });
  };

  return {
    async poll_release_source({ payload, signal, progress }) {
      const source = store.get(payload.source_id);
      if (!source) throw new TaskFailure('The release source was removed.');
      try {
        const changed = await read(source, signal);
        const items = changed?.feed.items.slice(0, maxItems) ?? [];
        const tracked = releases.tracked();
        for (const [index, item] of items.entries()) {
          const found = changed && releaseOfItem(item, changed.feed, source);
          if (found) announce(found, tracked);
          progress(index + 1, items.length, '');
          // Lets other requests run in between.
          await setImmediate();
          signal.throwIfAborted();
        }
        const { id, etag } = source;
        store.polled(id, changed?.versions ?? { etag, last_modified: store.lastModified(id) });
      } catch (error) {
        signal.throwIfAborted();
        const message = error instanceof Error ? error.message : String(error);
        store.failed(source.id, message);
        throw new TaskFailure(message, { cause: error });
      }
    },
  };
};

const parse = async (host: string, body: Buffer): Promise<ReleaseFeed> => {
  // Loaded on demand: takes a tenth of a second and 21 MB with its dependencies.
  const { readFeed } = await import('./feed.ts');
  try {
    return readFeed(decodeXml(body));
  } catch (error) {
    throw new TaskFailure(`${host} is not an RSS or Atom feed.`, { cause: error });
  }
};

/** `pt` also matches `pt-BR`; a release without a language always matches. */
const isWanted = (language: string | null, wanted: readonly string[]): boolean =>
  language === null ||
  wanted.length === 0 ||
  wanted.some((name) => {
    const [asked, has] = [name.toLowerCase(), language.toLowerCase()];
    return has === asked || has.startsWith(`${asked}-`);
  });
