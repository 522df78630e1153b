import { describe, expect, it, test } from 'vitest';

import { base32, codeOf, matchingStep, otpauthUri, stepAt } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

test.each([
  // RFC 6238, appendix B, SHA-1.
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('after %i seconds the code of the RFC is %s', (seconds, code) => {
  expect(codeOf(secret, stepAt(new Date(seconds * 1000)), 8)).toBe(code);
});

test.each(
  // RFC 4226, appendix D.
  [
    '755224',
    '287082',
    '359152',
    '969429',
    '338314',
    '254676',
    '287922',
    '162583',
    '399871',
    '520489',
  ].map((code, counter) => [counter, code] as const),
)('counter %i of the RFC has the code %s', (counter, code) => {
  expect(codeOf(secret, counter)).toBe(code);
});

test.each([
  // RFC 4648, section 10, without padding.
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('"%s" is %s in Base32', (text, encoded) => {
  expect(base32(Buffer.from(text))).toBe(encoded);
});

describe('a code', () => {
  const time = new Date('2026-03-01T12:00:10.000Z');
  const now = stepAt(time);

  it.each([
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ])('of %i steps from now: %s', (distance, isAccepted) => {
    const step = matchingStep(secret, codeOf(secret, now + distance), { time, after: 0 });
    expect(step).toBe(isAccepted ? now + distance : null);
  });

  it('is not accepted again, nor one before it', () => {
    for (const step of [now - 1, now]) {
      expect(matchingStep(secret, codeOf(secret, step), { time, after: now })).toBeNull();
    }
    expect(matchingStep(secret, codeOf(secret, now + 1), { time, after: now })).toBe(now + 1);
  });

  it.each(['', '12345', '1234567', 'abcdef'])('like "%s" is none', (code) => {
    expect(matchingStep(secret, code, { time, after: 0 })).toBeNull();
  });
});

test('the address for apps has the account, the server and the secret', () => {
  expect(otpauthUri(Buffer.from('foobar'), 'Ann Lee', 'Home: books')).toBe(
    'otpauth://totp/Home%20%20books:Ann%20Lee?secret=MZXW6YTBOI&issuer=Home%3A%20books',
  );
});
