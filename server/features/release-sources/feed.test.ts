import { expect, test } from 'vitest';

import { readFeed } from './feed.ts';
import { releaseOfItem } from './release-of-item.ts';

test.each([
  ['https://example.org/1.torrent', true],
  ['magnet:?xt=urn:btih:1', true],
  ['https://[', false],
  ['javascript:x', false],
  ['file:///etc/passwd', false],
])('the enclosure %s is a download: %s', (url, isDownload) => {
  const feed = `<rss version="2.0"><channel><title>Feed</title>
    <item><title>Berserk 1</title><enclosure url="${url}" type="text/plain" length="1"/></item>
  </channel></rss>`;
  const [item] = readFeed(feed).items;
  expect(item?.media?.url ?? null).toBe(isDownload ? url : null);
});

test('a release without a page names the server of its feed, not the address with its secret', () => {
  const feed = readFeed(`<rss version="2.0"><channel><title>Feed</title>
    <item><title>Berserk 1</title></item></channel></rss>`);
  const url = 'https://user:password@example.org:8443/rss?passkey=secret';
  const source = { id: 'a', source_tag: 'tag', url, language: null };
  const [found] = feed.items.map((item) => releaseOfItem(item, feed, source));
  expect(found?.release.payloadUrl).toBe('https://example.org:8443');
});
