import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { XMLParser } from 'fast-xml-parser';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { listBooks } from '../../../shared/api/books.ts';
import { createLibrary } from '../../../shared/api/libraries.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { writeCbz } from '../../testing/zip.ts';
import { validateXml } from '../../testing/validate-xml.ts';

/** Hostile titles, people and files. */
const names = [
  `"><script>hit()</script>`,
  `' onload='hit()`,
  ']]><!-- --><![CDATA[',
  '&lt;b&gt; &amp;amp; &#0; &#xD800; &nbsp;',
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]>',
  '\u202egnp.exe\u202c \u2066a\u2069 \ufeff',
  'https://evil.example/{pageNumber}?{searchTerms}',
  '//evil.example/../..',
  'javascript:hit()',
  '__proto__',
  '$& $1 %00 %2e%2e%2f \\..\\',
];
const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Characters that no file name can have here. */
const forbidden = process.platform === 'win32' ? /[<>:"/\\|?*]/g : /\//g;
/** With a wide letter instead of each forbidden one. */
const fileNameOf = (name: string) =>
  name.replaceAll(forbidden, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));

const root = mkdtempSync(join(tmpdir(), 'octavo-hostile-names-'));
let octavo: TestServer;
beforeAll(async () => {
  octavo = await startTestServer();
  for (const [index, name] of names.entries()) {
    const text = escaped(name);
    const safe = fileNameOf(name);
    writeCbz(
      join(root, safe, `${safe} ${index + 1}.cbz`),
      2,
      `<Title>${text}</Title><Series>${text}</Series><Number>${index + 1}</Number><Publisher>${text}</Publisher>` +
        `<Writer>${text}</Writer><Genre>${text}</Genre><Tags>${text}</Tags><Summary>${text}</Summary><Web>javascript:hit()</Web>`,
    );
  }
  const body = { name: names[0] ?? '', path: root, scan_immediately: true };
  await octavo.api.call(createLibrary, { body });
  await vi.waitFor(
    async () => {
      const { data } = await octavo.api.call(listBooks, { query: { pageSize: 100 } });
      expect(data.filter(({ analyzed }) => analyzed)).toHaveLength(names.length);
    },
    { timeout: 30_000, interval: 100 },
  );
}, 60_000);
afterAll(async () => {
  await octavo.stop();
  rmSync(root, { recursive: true, force: true });
});

const get = async (path: string) => {
  const headers = { authorization: `Bearer ${octavo.token}` };
  const response = await fetch(new URL(path, octavo.url), { headers });
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    text: await response.text(),
  };
};

/** Link addresses at any depth. */
const hrefsOf = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    (key === '@href' || key === 'href') && typeof inner === 'string' ? [inner] : hrefsOf(inner),
  );
};
const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '@' });

test.each(['/opds/v1.2/catalog', '/opds/v2/catalog'])(
  'from %s on every feed is well-formed and every link stays in it',
  async (start) => {
    const seen = new Set<string>();
    const waiting = [start];
    let texts = '';
    while (waiting.length > 0 && seen.size < 120) {
      const path = waiting.shift() ?? '';
      if (seen.has(path)) continue;
      seen.add(path);
      const { status, type, text } = await get(path);
      expect([path, status]).toEqual([path, 200]);
      if (!/xml|json/.test(type ?? '')) continue;
      const isXml = type?.includes('xml') === true;
      // JSON can represent any text unchanged.
      if (isXml) texts += text;
      if (isXml) expect([path, validateXml(text)]).toEqual([path, true]);
      const links = hrefsOf(isXml ? parser.parse(text) : JSON.parse(text));
      for (const href of links) {
        const { origin, pathname, search } = new URL(
          href.replace(/\{.*?\}/g, '1'),
          octavo.url + path,
        );
        expect([href, origin]).toEqual([href, new URL(octavo.url).origin]);
        expect([href, pathname.startsWith('/opds/')]).toEqual([href, true]);
        if (/catalog|series|libraries|publishers|books$/.test(pathname))
          waiting.push(pathname + search);
      }
    }
    expect(seen.size).toBeGreaterThan(15);
    expect(texts).not.toMatch(/<script|<!DOCTYPE|<!ENTITY|href="(javascript|https?:)/);
    // eslint-disable-next-line no-control-regex -- these are what XML does not allow
    expect(texts).not.toMatch(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/);
  },
);

test.each(names)('a search for %j is a feed of its own words', async (name) => {
  for (const version of ['v1.2', 'v2']) {
    const { status, type, text } = await get(
      `/opds/${version}/search?query=${encodeURIComponent(name)}`,
    );
    expect(status).toBe(200);
    if (type?.includes('xml')) expect(validateXml(text)).toBe(true);
    expect(type?.includes('xml') === true && text.includes('<script')).toBe(false);
  }
});

test('pages are those of the book, and a path does not climb', async () => {
  const { data } = await octavo.api.call(listBooks, { query: { pageSize: 1 } });
  const book = `/opds/v1.2/books/${data[0]?.id ?? ''}`;
  expect((await get(`${book}/pages/1?width=10`)).status).toBe(200);
  for (const page of ['-1', '3', '1e9', '99999999999999999999', 'NaN', '1.5', '%2e%2e', '1%00']) {
    expect([page, [400, 404].includes((await get(`${book}/pages/${page}`)).status)]).toEqual([
      page,
      true,
    ]);
  }
  const feed =
    (await get('/opds/v1.2/books/latest')).text || (await get('/opds/v1.2/catalog')).text;
  expect(feed).not.toMatch(/pse:count="(?!2")/);
  for (const path of [
    `${book}/file/..%2f..%2foctavo.db`,
    `${book}/resources/..%2f..%2foctavo.db`,
    '/opds/v1.2/..%2f..%2fapi/v1/users',
    '/opds/v2/%2e%2e/%2e%2e/etc/passwd',
    '/opds/v1.2/series?page=99999999999999999999',
    '/opds/v1.2/series?page=-1',
  ]) {
    const { status, text } = await get(path);
    expect([path, text.includes('SQLite format') || text.includes('root:')]).toEqual([path, false]);
    expect([path, status < 500]).toEqual([path, true]);
  }
});
