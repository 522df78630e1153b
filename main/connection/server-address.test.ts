import { expect, test } from 'vitest';

import { readAddress, shortAddress } from './server-address.ts';

test.each([
  ['https://books.example.com', ['https://books.example.com']],
  [' http://attic.local:4477/ ', ['http://attic.local:4477']],
  ['https://example.com/octavo/', ['https://example.com/octavo']],
  ['https://example.com/octavo?page=2#top', ['https://example.com/octavo']],
  ['HTTP://ATTIC.local:80', ['http://attic.local']],
  ['attic.local:8080', ['https://attic.local:8080', 'http://attic.local:8080']],
  ['[fd00::5]:4477', ['https://[fd00::5]:4477', 'http://[fd00::5]:4477']],
  [
    '192.168.1.5',
    [
      'https://192.168.1.5:4477',
      'http://192.168.1.5:4477',
      'https://192.168.1.5',
      'http://192.168.1.5',
    ],
  ],
  [
    'example.com/octavo',
    [
      'https://example.com:4477/octavo',
      'http://example.com:4477/octavo',
      'https://example.com/octavo',
      'http://example.com/octavo',
    ],
  ],
])('%j means %j', (typed, urls) => {
  expect(readAddress(typed)).toEqual({ urls });
});

test.each([
  ['', 'empty'],
  ['   ', 'empty'],
  ['ftp://attic.local', 'scheme'],
  ['file:///etc/passwd', 'scheme'],
  ['octavo-shell://chooser/', 'scheme'],
  ['http://', 'invalid'],
  ['two words', 'invalid'],
  ['http://attic.local\\@evil.example', 'invalid'],
  ['attic.local:99999', 'invalid'],
  [`http://${'a'.repeat(3000)}`, 'invalid'],
  ['https://anna:secret@attic.local', 'credentials'],
  ['anna@attic.local', 'credentials'],
])('%j is refused as %s', (typed, problem) => {
  expect(readAddress(typed)).toEqual({ problem });
});

test('people see the address without its scheme', () => {
  expect(shortAddress('https://example.com/octavo')).toBe('example.com/octavo');
});
