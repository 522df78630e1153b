import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { pageNames } from '../../shared/page-names.ts';
import type { Sender } from '../ports.ts';
import { bookToRead, isTrusted, canNavigate, canOpenOutside, canUse } from './security.ts';

const origin = 'http://127.0.0.1:4477';

test.each([
  // URL, whether the window is allowed to navigate there, whether a frame is.
  ['http://127.0.0.1:4477/', true, true],
  ['http://127.0.0.1:4477/series/0190?sort=name', true, true],
  ['http://127.0.0.1:4477/api/v1/books/1/resources/chapter.xhtml', true, true],
  ['about:blank', false, true],
  ['about:srcdoc', false, true],
  ['blob:http://127.0.0.1:4477/5f1c', false, true],
  ['blob:https://evil.example/5f1c', false, false],
  ['http://127.0.0.1:4478/', false, false],
  ['http://localhost:4477/', false, false],
  ['https://127.0.0.1:4477/', false, false],
  ['http://127.0.0.1:4477@evil.example/', false, false],
  ['http://127.0.0.1:4477.evil.example/', false, false],
  ['https://evil.example/', false, false],
  ['file:///etc/passwd', false, false],
  ['data:text/html,<script>1</script>', false, false],
  ['javascript:alert(1)', false, false],
  ['octavo://anything', false, false],
  ['not an address', false, false],
  ['', false, false],
])('navigation to %s: window %s, frame %s', (url, inWindow, inFrame) => {
  expect(canNavigate(url, origin, true)).toBe(inWindow);
  expect(canNavigate(url, origin, false)).toBe(inFrame);
});

test.each([
  ['https://octavo.example/help', true],
  ['http://octavo.example/help', false],
  ['http://127.0.0.1:4477/', false],
  ['mailto:someone@octavo.example', false],
  ['file:///usr/bin/true', false],
  ['javascript:alert(1)', false],
  ['smb://server/share', false],
  ['ms-settings:privacy', false],
  ['', false],
])('opening %s in the browser: %s', (url, allowed) => {
  expect(canOpenOutside(url)).toBe(allowed);
});

const book = '0190a6a0-1c2d-7e3f-8a4b-5c6d7e8f9a0b';
test.each([
  [`${origin}/read/${book}`, book],
  [`${origin}/read/${book}?incognito=true`, book],
  [`${origin}/read/${book}/../../settings`, null],
  [`${origin}/book/${book}`, null],
  [`${origin}/read/1`, null],
  [`https://evil.example/read/${book}`, null],
  [`blob:${origin}/read/${book}`, null],
  ['', null],
])('a window for %s reads %s', (url, id) => {
  expect(bookToRead(url, origin)).toBe(id);
});

test.each([
  ['fullscreen', `${origin}/`, true],
  ['screen-wake-lock', `${origin}/`, true],
  ['clipboard-sanitized-write', origin, true],
  ['fullscreen', 'https://evil.example/', false],
  ['fullscreen', '', false],
  ['fullscreen', `blob:${origin}/5f1c`, false],
  ['fullscreen', 'null', false],
  ['fullscreen', `${origin}@evil.example/`, false],
  ['FULLSCREEN', `${origin}/`, false],
  ['media', `${origin}/`, false],
  ['geolocation', `${origin}/`, false],
  ['notifications', `${origin}/`, false],
  ['clipboard-read', `${origin}/`, false],
  ['openExternal', `${origin}/`, false],
  ['usb', `${origin}/`, false],
])('permission %s for %s: %s', (permission, url, granted) => {
  expect(canUse(permission, url, origin)).toBe(granted);
});

test.each<[string, Sender, boolean]>([
  ['the page', { url: `${origin}/`, isMainFrame: true }, true],
  ['a page within it', { url: `${origin}/series/1`, isMainFrame: true }, true],
  ['a frame in the page', { url: `${origin}/`, isMainFrame: false }, false],
  [
    'a file of a book',
    { url: `${origin}/api/v1/books/1/resources/a.html`, isMainFrame: true },
    false,
  ],
  ['another site', { url: 'https://evil.example/', isMainFrame: true }, false],
  ['another port', { url: 'http://127.0.0.1:8080/', isMainFrame: true }, false],
  ['an empty page', { url: 'about:blank', isMainFrame: true }, false],
  ['a blob', { url: `blob:${origin}/5f1c`, isMainFrame: true }, false],
  ['a frame that has gone', null, false],
  ...[
    '//api/v1/books/1/resources/a.html',
    '/API/v1/books/1/resources/a.html',
    '/series/..//api/v1/books/1/resources/a.html',
    '/%61pi/v1/books/1/resources/a.html',
    '/opds/v2/books/1/resources/a.xhtml',
    '/komga/api/v1/books/1/resource/a.xhtml',
    '/koreader/syncs/progress/a',
    '/kobo/a/v1/library/sync',
    '/assets/a.svg',
    '/nowhere',
    '/constructor',
  ].map((path): [string, Sender, boolean] => [
    `what lies at ${path}`,
    { url: origin + path, isMainFrame: true },
    false,
  ]),
  ...[
    'about:blank',
    'about:srcdoc',
    'data:text/html,x',
    'null',
    '',
    `${origin}@evil.example/`,
    `${origin}.evil.example/`,
    `https://evil.example/#${origin}/`,
    `view-source:${origin}/`,
    `filesystem:${origin}/temporary/a`,
    'http://127.0.0.1:44770/',
    'http://localhost:4477/',
    'http://[::ffff:127.0.0.1]:4477/',
    'devtools://devtools/bundled/inspector.html',
    'chrome-error://chromewebdata/',
  ].map((url): [string, Sender, boolean] => [`${url} itself`, { url, isMainFrame: true }, false]),
])('a message from %s is trusted: %s', (_who, sender, trusted) => {
  expect(isTrusted(sender, origin)).toBe(trusted);
});

test('the pages that are trusted are those of the application', () => {
  const app = join(import.meta.dirname, '../../renderer/src/app');
  const routes = globSync(['routes/*.ts', 'router.tsx'], { cwd: app })
    .map((file) => readFileSync(join(app, file), 'utf8'))
    .flatMap((text) =>
      [...text.matchAll(/\b(?:path: |\w*Route\(\s*)'\/([a-z-]*)/g)].map(([, name]) => name),
    );
  expect(routes.length).toBeGreaterThan(40);
  expect([...pageNames].sort()).toEqual([...new Set(routes)].sort());
});
