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

test.each([
  ['Mon, 06 Sep 2021 16:45:00 GMT', '2021-09-06T16:45:00.000Z'],
  ['Jan 1 20000', null],
  ['+275760-09-13T00:00:00Z', null],
  ['-000001-01-01', null],
  ['yesterday', null],
])('the publication time %s is read as %s', (written, expected) => {
  const [item] = readFeed(`<rss version="2.0"><channel><title>Feed</title>
    <item><title>Berserk 1</title><pubDate>${written}</pubDate></item></channel></rss>`).items;
  expect(item?.published).toBe(expected);
});
