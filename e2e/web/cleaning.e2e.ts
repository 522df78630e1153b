import type { Page } from 'playwright';

import { createRandom } from '../../server/testing/random.ts';
import { sanitize } from '../../server/media/epub/sanitize.ts';
import { everyTrick, hostileDocument } from '../support/hostile-markup.ts';
import { expect, test } from '../support/test.ts';

const book = 'http://octavo.test/api/v1/books/1/resources/';
const path = 'OPS/text/a.xhtml';
const random = createRandom(17);

const documents = async (): Promise<{ source: Buffer; cleaned: string }[]> => {
  const sources = [...everyTrick(), ...Array.from({ length: 800 }, () => hostileDocument(random))];
  return Promise.all(
    sources.map(async (source, index) => ({
      source,
      cleaned: await sanitize(source, { path, html: index % 3 === 0 }),
    })),
  );
};

/**
 * Runs in the browser: active content in `text` that books must not contain, for each way of
 * parsing it.
 */
const findActive = ({ text, base }: { text: string; base: string }): string[] => {
  const elements =
    /^(script|iframe|frame|frameset|object|embed|applet|base|portal|fencedframe|handler|listener|permission)$/i;
  const attributes =
    /^(on.*|srcdoc|action|formaction|ping|target|manifest|is|xml:base|referrerpolicy|attributionsrc)$/i;
  const addresses = /^(href|src|poster|data|cite|longdesc|background|usemap)$/i;
  const found: string[] = [];
  const stays = (value: string, isLink: boolean): boolean => {
    const url = URL.parse(value, base);
    if (!url) return true;
    if (isLink && ['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol)) {
      return url.host !== new URL(base).host || url.href.startsWith(base.replace(/OPS.*/, ''));
    }
    return (
      url.href.startsWith(base.replace(/OPS.*/, '')) ||
      /^data:(image\/(png|jpe?g|gif|webp|avif|bmp)|font\/|audio\/|video\/)/.test(url.href)
    );
  };
  const lookAt = (element: Element, way: string) => {
    const name = element.localName.replace(/^.*:/, '').toLowerCase();
    const note = (what: string) => found.push(`${way}: <${element.nodeName}> ${what}`);
    if (elements.test(name)) note('itself');
    if (name === 'link' && !/stylesheet/i.test(element.getAttribute('rel') ?? '')) note('no style');
    if (name === 'meta' && /refresh|referrer/i.test(element.outerHTML)) note('speaks');
    for (const { name: full, value } of element.attributes) {
      const local = full.replace(/^.*:/, '').toLowerCase();
      if (attributes.test(full) || /^on/.test(local)) note(full);
      if (addresses.test(local) && !stays(value, name === 'a' || name === 'area')) {
        note(`${full}=${value}`);
      }
      if (local === 'srcset' && !value.split(/[\s,]+/).every((part) => stays(part, false))) {
        note(`${full}=${value}`);
      }
      if (/^(fill|mask|filter|cursor|marker-end)$/.test(local) && /evil|\.\.|\\/.test(value)) {
        note(`${full}=${value}`);
      }
      if (local === 'attributename' && /href|^\s*on/i.test(value)) note(`${full}=${value}`);
    }
    for (const child of [...element.children, ...(element.shadowRoot?.children ?? [])]) {
      lookAt(child, way);
    }
    if (element instanceof HTMLTemplateElement) {
      for (const child of element.content.children) lookAt(child, way);
    }
  };
  const read = (way: string, type: DOMParserSupportedType) => {
    const parsed = new DOMParser().parseFromString(text, type);
    if (type !== 'text/html' && parsed.querySelector('parsererror')) found.push(`${way}: broken`);
    lookAt(parsed.documentElement, way);
    const odd = [...parsed.childNodes].filter(
      (node) => node.nodeType === 7 || node.nodeType === 10,
    );
    if (type !== 'text/html' && odd.length > 0) found.push(`${way}: ${odd[0]?.nodeName ?? ''}`);
  };
  read('XHTML', 'application/xhtml+xml');
  read('SVG', 'image/svg+xml');
  read('HTML', 'text/html');
  // Scripting is enabled here, so that `noscript` is parsed as in a page, twice.
  const place = document.createElement('div');
  place.innerHTML = text;
  lookAt(place, 'inside');
  const again = document.createElement('div');
  again.innerHTML = place.innerHTML;
  lookAt(again, 'written again');
  return found;
};

/** An empty page whose server serves nothing else; returns the requests to other hosts. */
const emptyPage = async (page: Page): Promise<string[]> => {
  const asked: string[] = [];
  await page.route('**', async (route) => {
    const { origin } = new URL(route.request().url());
    if (origin !== new URL(book).origin) asked.push(route.request().url());
    await route.fulfill({ status: 200, contentType: 'text/html', body: '<p>empty</p>' });
  });
  await page.goto(book);
  return asked;
};

// Timeout for thousands of documents in five parsing modes (ms).
const longMs = 400_000;

test(
  'Chromium finds nothing active in what was cleaned of hostile markup',
  { timeout: longMs },
  async ({ browser }) => {
    const page = await browser.newPage();
    await emptyPage(page);
    const faults: string[] = [];
    const all = await documents();
    for (const { source, cleaned } of all) {
      const found = await page.evaluate(findActive, { text: cleaned, base: book + path });
      if (found.length > 0)
        faults.push(`${source.toString()}\n  ${cleaned}\n  ${found.join('\n  ')}`);
    }
    expect(faults.slice(0, 5)).toEqual([]);
    expect(all.length).toBeGreaterThan(2500);
    // Checks that the detector itself works.
    const text = '<html xmlns="http://www.w3.org/1999/xhtml"><a href="javascript:1">a</a></html>';
    expect(await page.evaluate(findActive, { text, base: book + path })).not.toEqual([]);
    expect(await page.evaluate(() => 'hit' in window)).toBe(false);
    await page.close();
  },
);

test('a cleaned page runs nothing even where no policy forbids it', async ({ browser }) => {
  const page = await browser.newPage();
  const asked = await emptyPage(page);
  let body = '';
  let contentType = '';
  await page.route(`${book}${path}*`, (route) => route.fulfill({ body, contentType }));
  for (let round = 0; round < 60; round += 1) {
    const source = hostileDocument(random);
    body = await sanitize(source, { path, html: false });
    contentType = round % 2 === 0 ? 'application/xhtml+xml' : 'text/html';
    await page.goto(`${book}${path}?${round}`, { waitUntil: 'load' });
    expect([await page.evaluate(() => 'hit' in window), source.toString(), body]).toEqual([
      false,
      source.toString(),
      body,
    ]);
    expect([asked, body]).toEqual([[], body]);
  }
  await page.close();
});
