import { expect, test } from 'vitest';

import { pageOfLink } from './deep-links.ts';

const id = '0190a6a0-1c2d-7e3f-8a4b-5c6d7e8f9a0b';

test.each([
  [`octavo://book/${id}`, `/book/${id}`],
  [`octavo://series/${id}/`, `/series/${id}`],
  [`octavo://library/${id}`, `/library/${id}`],
  [`OCTAVO://Book/${id.toUpperCase()}`, `/book/${id}`],
  ['octavo://open', '/'],
  ['octavo://open/', '/'],
])('%s leads to %s', (link, page) => {
  expect(pageOfLink(link)).toBe(page);
});

test.each([
  '',
  'octavo:',
  'octavo://',
  'octavo://book',
  'octavo://book/1',
  `octavo:book/${id}`,
  `octavo:///book/${id}`,
  `octavo://book//${id}`,
  `octavo://book/${id}/..`,
  `octavo://book/${id}/../../settings/advanced`,
  `octavo://book/${id}?page=2`,
  `octavo://book/${id}#x`,
  `octavo://book/%2e%2e/${id}`,
  `octavo://book@evil.example/${id}`,
  `octavo://evil.example/book/${id}`,
  `octavo://settings/${id}`,
  `octavo://read/${id}`,
  'octavo://open?path=/etc/passwd',
  'octavo://open/etc/passwd',
  'octavo://open/../settings',
  'octavo:///etc/passwd.cbz',
  `https://book/${id}`,
  `file:///book/${id}`,
  `javascript:alert(1)//octavo://book/${id}`,
  ` octavo://book/${id}`,
  `octavo://book/${id}\n`,
  `octavo://book/${id} --inspect`,
  `octavo://book/${id}\0`,
  `octavo://book/${id.slice(1)}`,
  `octavo://book/${'a'.repeat(100_000)}`,
])('%j leads nowhere', (link) => {
  expect(pageOfLink(link)).toBeNull();
});
