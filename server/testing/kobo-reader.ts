import { expect } from 'vitest';

interface Metadata {
  EntitlementId: string;
  RevisionId: string;
  CoverImageId?: string;
  Title: string;
  Contributors: string[];
  Series: { Name: string; NumberFloat?: number };
  DownloadUrls: { Format: string; Size: number; Url: string }[];
}
export interface KoboState {
  EntitlementId: string;
  LastModified: string;
  StatusInfo: { Status: string };
  CurrentBookmark: {
    ProgressPercent?: number;
    ContentSourceProgressPercent?: number;
    Location?: { Source: string };
  };
}
interface Entitlement {
  BookEntitlement: { Id: string; RevisionId: string; IsRemoved: boolean };
  BookMetadata: Metadata;
  ReadingState: KoboState;
}
interface Tag {
  Id: string;
  Name: string;
  Items: { RevisionId: string }[];
}
type Entry = Partial<{
  NewEntitlement: Entitlement;
  ChangedEntitlement: Entitlement;
  ChangedProductMetadata: Metadata;
  ChangedReadingState: { ReadingState: KoboState };
  NewTag: { Tag: Tag };
  ChangedTag: { Tag: Tag };
  DeletedTag: { Tag: Pick<Tag, 'Id'> };
}>;

/** A book on the device. */
interface KoboBook {
  metadata: Metadata;
  state: KoboState;
}

/**
 * Behaves as the firmware of a Kobo does, at the value of `api_endpoint` in its configuration: it learns the
 * addresses of everything, signs in, syncs until nothing follows, and keeps the token of each answer that it
 * receives.
 */
export const createKoboReader = (endpoint: string) => {
  let syncToken: string | null = null;
  let resources: Record<string, string> = {};
  let authorization = '';
  let losesNext = false;
  const books = new Map<string, KoboBook>();
  const tags = new Map<string, Tag>();

  const call = (url: string, init: RequestInit = {}): Promise<Response> =>
    fetch(url, {
      ...init,
      headers: {
        'user-agent': 'Mozilla/5.0 (Linux; U; Android 2.0; en-us;) (Kobo Touch 0384/4.38.21908)',
        'x-kobo-deviceid': 'a serial number',
        ...(authorization !== '' && { authorization }),
        ...(init.body !== undefined && { 'content-type': 'application/json; charset=utf-8' }),
        ...(init.headers as Record<string, string> | undefined),
      },
    });
  const json = async <Body>(url: string, init?: RequestInit): Promise<Body> => {
    const response = await call(url, init);
    expect([url, response.status]).toEqual([url, 200]);
    return (await response.json()) as Body;
  };
  const addressOf = (name: string, id: string) =>
    (resources[name] ?? '').replace(/\{(?:Ids|TagId)\}/, id);

  const apply = (entry: Entry) => {
    const known = entry.NewEntitlement ?? entry.ChangedEntitlement;
    if (known?.BookEntitlement.IsRemoved) {
      const { Id, RevisionId } = known.BookEntitlement;
      // A device that keeps its content by revision removes nothing else.
      if (books.get(Id)?.metadata.RevisionId === RevisionId) books.delete(Id);
    } else if (known) {
      const { BookEntitlement, BookMetadata: metadata, ReadingState: state } = known;
      expect(metadata.RevisionId).toBe(BookEntitlement.RevisionId);
      books.set(BookEntitlement.Id, { metadata, state });
    }
    const metadata = entry.ChangedProductMetadata;
    const before = books.get(metadata?.EntitlementId ?? '');
    if (metadata && before) before.metadata = metadata;
    const state = entry.ChangedReadingState?.ReadingState;
    const read = books.get(state?.EntitlementId ?? '');
    if (state && read) read.state = state;
    const tag = entry.NewTag?.Tag ?? entry.ChangedTag?.Tag;
    if (tag) tags.set(tag.Id, tag);
    if (entry.DeletedTag) tags.delete(entry.DeletedTag.Tag.Id);
  };

  return {
    books,
    tags,
    /** Titles on the device, sorted. */
    titles: () => [...books.values()].map(({ metadata }) => metadata.Title).sort(),
    book(title: string): KoboBook {
      const found = [...books.values()].find(({ metadata }) => metadata.Title === title);
      if (!found) throw new Error(`There is no ${title} on the device`);
      return found;
    },
    call,
    endpoint,
    /** Turns the device on. Resolves to the addresses that it learned. */
    async start(): Promise<Record<string, string>> {
      ({ Resources: resources } = await json<{ Resources: Record<string, string> }>(
        `${endpoint}/v1/initialization`,
      ));
      const body = JSON.stringify({ UserKey: 'a user', SerialNumber: 'a serial number' });
      const signedIn = await json<Record<string, string>>(resources['device_auth'] ?? '', {
        method: 'POST',
        body,
      });
      authorization = `${signedIn['TokenType']} ${signedIn['AccessToken']}`;
      for (const name of ['user_profile', 'user_loyalty_benefits', 'deals', 'affiliaterequest']) {
        await json(resources[name] ?? '');
      }
      return resources;
    },
    /** Loses the next answer to a sync on its way. */
    loseNext() {
      losesNext = true;
    },
    /** As after a factory reset. */
    reset() {
      syncToken = null;
      books.clear();
      tags.clear();
    },
    /** Syncs until the server says that nothing follows; returns the entries of each answer. */
    async sync(): Promise<Entry[][]> {
      const answers: Entry[][] = [];
      for (;;) {
        const response = await call(resources['library_sync'] ?? '', {
          headers: syncToken === null ? {} : { 'x-kobo-synctoken': syncToken },
        });
        expect(response.status).toBe(200);
        const entries = (await response.json()) as Entry[];
        if (losesNext) {
          losesNext = false;
          return answers;
        }
        answers.push(entries);
        for (const entry of entries) apply(entry);
        syncToken = response.headers.get('x-kobo-synctoken');
        if (response.headers.get('x-kobo-sync') !== 'continue') return answers;
      }
    },
    /** Downloads the file of a book. */
    async download({ metadata }: KoboBook): Promise<{ bytes: Buffer; type: string | null }> {
      const [link] = metadata.DownloadUrls;
      const response = await call(link?.Url ?? '');
      expect(response.status).toBe(200);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(bytes.length).toBe(link?.Size);
      return { bytes, type: response.headers.get('content-type') };
    },
    async cover({ metadata }: KoboBook): Promise<Response> {
      const url = (resources['image_url_quality_template'] ?? '')
        .replace('{ImageId}', metadata.CoverImageId ?? '')
        .replace('{Width}', '355')
        .replace('{Height}', '530')
        .replace('{Quality}', '100')
        .replace('{IsGreyscale}', 'false');
      return call(url);
    },
    state: async ({ metadata }: KoboBook): Promise<KoboState | undefined> =>
      (await json<KoboState[]>(addressOf('reading_state', metadata.EntitlementId)))[0],
    /** Reports where its person is; returns the result for the bookmark. */
    async report({ metadata }: KoboBook, state: object): Promise<string> {
      const { EntitlementId } = metadata;
      const body = JSON.stringify({ ReadingStates: [{ EntitlementId, ...state }] });
      const answer = await json<{
        RequestResult: string;
        UpdateResults: { CurrentBookmarkResult: { Result: string } }[];
      }>(addressOf('reading_state', EntitlementId), { method: 'PUT', body });
      expect(answer.RequestResult).toBe('Success');
      return answer.UpdateResults[0]?.CurrentBookmarkResult.Result ?? '';
    },
    /** Deletes a book on the device. */
    async remove({ metadata }: KoboBook): Promise<void> {
      const url = addressOf('delete_entitlement', metadata.EntitlementId);
      expect((await call(url, { method: 'DELETE' })).status).toBe(204);
      books.delete(metadata.EntitlementId);
    },
  };
};

export type KoboReader = ReturnType<typeof createKoboReader>;
