import { readFeed } from '../../server/features/release-sources/feed.ts';
import { releaseOfItem } from '../../server/features/release-sources/release-of-item.ts';
import { xmlTokens } from '../metadata-rules.ts';
import { must, type Target } from '../target.ts';

const rss = `<?xml version="1.0"?><rss version="2.0"><channel><title>Saga - Releases</title>
<link>https://example.org/</link><item><title>[Group] Saga v01 c012.5-13 (en) .cbz</title>
<link>https://example.org/1.torrent</link><guid isPermaLink="true">https://example.org/item/123</guid>
<description>&lt;p&gt;Group&lt;/p&gt;</description><pubDate>Mon, 06 Sep 2021 16:45:00 GMT</pubDate>
<enclosure url="magnet:?xt=urn:btih:0123456789abcdef0123456789abcdef01234567" type="application/x-bittorrent"/>
</item></channel></rss>`;
const atom = `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Saga</title>
<entry><title type="html">Saga 12</title><id>urn:uuid:1</id><updated>2021-09-06T16:45:00Z</updated>
<link rel="alternate" href="https://example.org/a"/><link rel="enclosure" href="https://example.org/a.cbz" type="application/zip"/>
<summary>Group</summary></entry></feed>`;
const source = {
  id: '0197a5d0-0000-7000-8000-000000000000',
  source_tag: 'tag',
  url: 'https://example.org/feed',
  language: null,
};
const isTime = (text: string | null | undefined) =>
  text === undefined || text === null || /^\d{4}-\d\d-\d\dT/.test(text);
const isLink = (text: string | null | undefined) =>
  text === undefined ||
  text === null ||
  (/^(https?:\/\/|magnet:)/i.test(text) && text.length <= 4096);

/** Feeds of new releases. */
export const target: Target = {
  seeds: () => [rss, atom].map((text) => Buffer.from(text)),
  tokens: [
    ...xmlTokens,
    ...['<item>', '</item>', '<entry>', '<title>', '<link>', '<guid>', '<pubDate>', '<enclosure '],
    ...['javascript:alert(1)', 'magnet:?', 'http://', 'rel="enclosure"', 'isPermaLink="false"'],
    ...['Jan 1 20000', '-000001-01-01', '+275760-09-13T00:00:00Z', '9'.repeat(20), 'c1-2'],
    ...['<rdf:RDF', '{"version":"https://jsonfeed.org/version/1"', 'xmlns:media="'],
  ],
  run: (input) => {
    let feed;
    try {
      feed = readFeed(input.toString('utf8'));
    } catch {
      return 'none';
    }
    const found = feed.items.map((item) => releaseOfItem(item, feed, source)?.release ?? null);
    for (const release of found) {
      if (release === null) continue;
      must(isTime(release.releasedAt), 'a time is one');
      must(isLink(release.payloadUrl), 'a page is on the web');
      must(isLink(release.mediaUrl), 'a file is on the web');
      must(release.externalReleaseId.length < 100, 'an id is short');
    }
    return found
      .slice(0, 4)
      .map((release) =>
        Object.values(release ?? {})
          .map((value) => (value === null ? 0 : 1))
          .join(''),
      )
      .join(',');
  },
};
