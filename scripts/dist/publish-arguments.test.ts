import { expect, test } from 'vitest';

import { publishArguments } from './publish-arguments.ts';

test('a build without an update address checks for nothing', () => {
  expect(publishArguments({})).toEqual([]);
  expect(publishArguments({ OCTAVO_RELEASES: '', OCTAVO_RELEASES_URL: '' })).toEqual([]);
});

test('releases on GitHub', () => {
  expect(publishArguments({ OCTAVO_RELEASES: 'reader/octavo.app' })).toEqual([
    '-c.publish.provider=github',
    '-c.publish.owner=reader',
    '-c.publish.repo=octavo.app',
  ]);
});

test('releases on a web server', () => {
  expect(publishArguments({ OCTAVO_RELEASES_URL: 'https://octavo.example/releases' })).toEqual([
    '-c.publish.provider=generic',
    '-c.publish.url=https://octavo.example/releases',
  ]);
});

test.each([
  { OCTAVO_RELEASES: 'octavo' },
  { OCTAVO_RELEASES: 'a/b/c' },
  { OCTAVO_RELEASES: '-c.x=1/b' },
  { OCTAVO_RELEASES_URL: 'http://octavo.example' },
  { OCTAVO_RELEASES_URL: 'octavo' },
  { OCTAVO_RELEASES: 'a/b', OCTAVO_RELEASES_URL: 'https://octavo.example' },
])('%j is refused', (places) => {
  expect(() => publishArguments(places)).toThrow('OCTAVO_RELEASES');
});
