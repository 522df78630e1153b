import { expect, test } from 'vitest';

import { describeClient, nameClient } from './describe-client.ts';

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} Version/18.0 Mobile/15E148 Safari/604.1`,
    { kind: 'phone', app: 'Safari on iPhone' },
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} CriOS/130.0 Mobile/15E148 Safari/604.1`,
    { kind: 'phone', app: 'Chrome on iPhone' },
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
    { kind: 'phone', app: 'Chrome on Android' },
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-X910) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Safari/537.36',
    { kind: 'tablet', app: 'Samsung Internet on an Android tablet' },
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
    { kind: 'computer', app: 'Firefox on Linux' },
  ],
  [
    'Mozilla/5.0 (Linux; U; en-US) AppleWebKit/528.5+ (KHTML, like Gecko) Kindle/3.0 Safari/528.5+',
    { kind: 'e-reader', app: 'Safari on an e-reader' },
  ],
  ['curl/8.10.1', { kind: 'other', app: null }],
  [null, { kind: 'other', app: null }],
])('identifies %s', (userAgent, facts) => {
  expect(describeClient(userAgent)).toEqual(facts);
});

test.each([
  ['Komelia/0.18.4', 'Komelia'],
  ['KMReader/3.1 CFNetwork/1568 Darwin/24.0 (iPhone; iOS 18.0)', 'KMReader'],
  ['KMReader%20Beta/3.1 CFNetwork/1568', 'KMReader Beta'],
  ['KOReader/2026.08 (https://koreader.rocks/)', 'KOReader'],
  ['100%/1', '100%'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox on Linux'],
  ['Mozilla/5.0', ''],
  ['x'.repeat(500), 'x'.repeat(100)],
  [null, ''],
])('%s is called %s', (userAgent, name) => {
  expect(nameClient(userAgent)).toBe(name);
});
