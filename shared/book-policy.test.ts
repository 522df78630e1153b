import { expect, test } from 'vitest';

import { bookDirectives, isBookPolicy } from './book-policy.ts';

const own = bookDirectives("'self'", "'none'").join('; ');

test.each([
  [own, true],
  [`${own}; frame-ancestors 'self'; sandbox allow-same-origin`, true],
  // Directives added by a proxy can only restrict further.
  [`default-src 'self', ${own}`, true],
  ["DEFAULT-SRC 'NONE';  script-src   'none'", true],
  [null, false],
  ['', false],
  ["default-src 'none'", false],
  ["script-src 'none'", false],
  ["default-src 'none'; script-src 'self'", false],
  ["default-src 'none'; script-src 'self'; script-src 'none'", false],
  ["default-src 'none'; script-src 'none' 'unsafe-inline'", false],
  ["default-src 'none', script-src 'none'", false],
])('the header %s is that of a book: %s', (header, expected) => {
  expect(isBookPolicy(header)).toBe(expected);
});
