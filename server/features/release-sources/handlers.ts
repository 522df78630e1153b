import { setImmediate } from 'node:timers/promises';

import type { ReleaseSource } from '../../../shared/api/release-sources.ts';
import { fetchBytes } from '../../http-client/fetch-bytes.ts';
import type { ParseWorker } from '../../parse-worker/parse-worker.ts';
import { TaskFailure, type TaskHandlers } from '../../tasks/task-types.ts';
import type { ReleasesService } from '../releases/service.ts';
import type { FeedMatch } from './feed-matches.ts';
import type { PollResult, ReleaseSourcesStore } from './store.ts';

const feedTypes = 'application/rss+xml, application/atom+xml, application/xml;q=0.9, */*;q=0.5';

/** Polls feeds and records releases of tracked series in the ledger. */
export const createReleaseSourcesHandlers = ({
  store,
  releases,
  parser,
  minConfidence,
  allowPrivateAddresses,
}: {
  store: ReleaseSourcesStore;
  releases: Pick<ReleasesService, 'announce' | 'tracked'>;
  parser: Pick<ParseWorker, 'run'>;
  /** Minimum match confidence; lower scores are ignored. */
  minConfidence: () => number;
  /** Whether feeds can be on this machine and its network. */
  allowPrivateAddresses: () => boolean;
}): Pick<TaskHandlers, 'poll_release_source'> => {
  /** Matches of the feed with its cache validators; null if unchanged since the last poll. */
  const read = async (
    source: ReleaseSource,
    signal: AbortSignal,
  ): Promise<{ matches: FeedMatch[]; versions: PollResult } | null> => {
    const { id, url, etag } = source;
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
    const tracked = releases.tracked();
    const input = { source, tracked, minConfidence: minConfidence() };
    const matches = await parser.run('feed', body, input);
    if (!matches) throw new TaskFailure(`${host} is not an RSS or Atom feed.`);
    return { matches, versions };
  };

  return {
    async poll_release_source({ payload, signal, progress }) {
      const source = store.get(payload.source_id);
      if (!source) throw new TaskFailure('The release source was removed.');
      try {
        const changed = await read(source, signal);
        const matches = changed?.matches ?? [];
        for (const [index, match] of matches.entries()) {
          releases.announce(match);
          progress(index + 1, matches.length, '');
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
