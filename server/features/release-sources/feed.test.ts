import { expect, test } from 'vitest';

import { readFeed } from './feed.ts';

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
