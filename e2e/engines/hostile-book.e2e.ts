import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { listBooks } from '../../shared/api/books.ts';
import { scanLibrary } from '../support/library.ts';
import { owner, setUp, startOctavo, type Octavo } from '../support/server.ts';
import { chromium } from './chromium.ts';
import { firefox } from './firefox.ts';
import { writeHostileBook, type Way } from './hostile-book.ts';
import { hostileFront, type HostileFront } from './hostile-front.ts';
import { shapes } from './hostile-shapes.ts';
import type { Engine, EnginePage } from './page.ts';
import { personAt, type Person } from './person.ts';
import { openStranger, type Stranger } from './stranger.ts';
import { webkit } from './webkit.ts';
import { needs } from '../../server/testing/needs.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'octavo-hostile-'));
const kinds = [chromium, firefox, webkit];

/** Longer than any attack of the control run takes on an idle machine (ms). */
const restMs = 1500;
const patienceMs = 30_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let server: Octavo;
let stranger: Stranger;
let front: HostileFront;
let book: string;

beforeAll(async () => {
  stranger = await openStranger();
  writeHostileBook(path.join(folder, 'Books'), stranger);
  server = await startOctavo(path.join(folder, 'data'));
  const client = await setUp(server);
  await scanLibrary(client, 'Books', path.join(folder, 'Books'));
  const { data } = await client.call(listBooks, { query: { pageSize: 10 } });
  book = data[0]?.id ?? '';
  front = await hostileFront(server, stranger);
});
afterAll(async () => {
  front.close();
  stranger.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const caught = new Set<string>();

describe.each(kinds)('$name', (kind) => {
  const isThere = Object.keys(kind.needs).every(existsSync);
  let engine: Engine;
  let page: EnginePage;
  let person: Person;
  beforeAll(async () => {
    if (!isThere) return;
    engine = await kind.launch();
    page = await engine.open('desktop');
    person = personAt(page, kind.name, front.url);
    await person.signsIn(owner.username, owner.password);
    await person.chooses('epub', { layout: 'scroll' });
  });
  afterAll(async () => {
    if (isThere) await engine.close();
  });

  const opens = async (way: Way) => {
    front.way = way;
    stranger.asked.clear();
    await person.opens(`/read/${book}?incognito=true&page=1&way=${way}`);
  };
  /** All observable effects of the book. */
  const seen = async () => ({
    acted: await page.evaluate(() => (window as { acted?: string[] }).acted ?? []),
    asked: [...stranger.asked],
    address: await page.evaluate(() => location.pathname),
    token: await page.evaluate(() => localStorage.getItem('octavo.token') !== null),
  });
  const nothing = () => ({ acted: [], asked: [], address: `/read/${book}`, token: true });

  test.skipIf(!isThere).each(['cleaned', 'raw'] as const)(
    'a book does nothing: %s',
    needs(kind.name),
    async (way) => {
      await opens(way);
      const held = await person.until('the text', shownShapes);
      if (way === 'raw') {
        const wanted = shapes
          .filter(({ at: place = 'body' }) => place === 'body')
          .map(({ name }) => name);
        expect(held, 'the shapes are in the text').toEqual(wanted);
      }
      await page.evaluate(clickAll);
      for (const point of await page.evaluate(pointsToClick)) await page.click(point);
      await pause(restMs);
      expect(await seen()).toEqual(nothing());
      // One link leads to a document of the book beside the text, which is shown then.
      await opens(way);
      expect(await person.until('the same text', shownShapes)).toEqual(held);
      expect(await page.evaluate(hintsInText), 'addresses that are looked up beforehand').toBe(0);
    },
  );

  test.skipIf(!isThere)('a book without the policy is not shown', needs(kind.name), async () => {
    await opens('stripped');
    await person.sees('This part cannot be displayed');
    await person.sees('without the policy');
    await pause(restMs);
    expect(await page.evaluate(() => document.querySelectorAll('iframe').length)).toBe(0);
    expect(await seen()).toEqual(nothing());
  });

  test.skipIf(!isThere)('cleaning alone holds a book', needs(kind.name), async () => {
    stranger.asked.clear();
    await page.goto(`${front.url}/alone/api/v1/books/${book}/resources/text.xhtml`);
    const shown = () =>
      page.evaluate(() => document.querySelectorAll('[data-shape]').length).catch(() => 0);
    await expect.poll(shown, { timeout: patienceMs }).toBeGreaterThan(0);
    await page.evaluate(clickHere);
    await pause(restMs);
    expect(await page.evaluate(() => (window as { acted?: string[] }).acted ?? [])).toEqual([]);
    expect([...stranger.asked]).toEqual([]);
    expect(await page.evaluate(() => location.pathname)).toMatch(/^\/alone\//);
    // Links to the web stay, and the browser opens them; nothing else names the stranger or a script.
    expect(await page.evaluate(addressesLeft)).toEqual([]);
  });

  test.skipIf(!isThere)(
    'without anything that holds it, every shape acts',
    needs(kind.name),
    async () => {
      stranger.asked.clear();
      const known = shapes.filter(({ unknownTo }) => unknownTo?.[kind.name] === undefined);
      const acted = new Set<string>();
      const look = async () => {
        const marks = await page
          .evaluate(() => (window as { acted?: string[] }).acted ?? [])
          .catch(() => []);
        for (const name of marks) acted.add(name);
        for (const asked of stranger.asked) {
          acted.add(asked === 'hinted' ? 'preconnect' : (asked.split(/[/?]/)[2] ?? ''));
        }
      };
      const watch = async (names: string[], nudge?: () => Promise<unknown>) => {
        const end = Date.now() + patienceMs;
        do {
          await nudge?.().catch(() => undefined);
          await look();
          if (names.every((name) => acted.has(name))) return;
          await pause(100);
        } while (Date.now() < end);
      };
      const beside = known.filter(({ isAlone }) => !isAlone);
      await page.goto(`${front.url}/control/`);
      // Repeated, because an animation may set an address after the first click.
      await watch(
        beside.map(({ name }) => name),
        () => page.evaluate(clickFrames),
      );
      // Those that did not act beside the others, such as a refresh that WebKit lost, are tried alone as well.
      for (const { name, isClicked } of known.filter((shape) => !acted.has(shape.name))) {
        for (let attempt = 0; attempt < 2 && !acted.has(name); attempt += 1) {
          await page.goto(`${front.url}/control/${name}/text.xhtml`);
          if (isClicked) await page.evaluate(clickAlone).catch(() => undefined);
          await watch([name]);
        }
      }
      for (const name of acted) caught.add(name);
      const missed = known.filter(({ name }) => !acted.has(name));
      expect(missed.map(({ name }) => name)).toEqual([]);
    },
  );
});

const areAllThere = kinds.every(({ needs }) => Object.keys(needs).every(existsSync));

test.skipIf(!areAllThere)(
  'every shape was caught in one engine at least',
  needs('Chromium, Firefox and WebKit'),
  () => {
    expect(shapes.length).toBeGreaterThanOrEqual(30);
    expect(shapes.filter(({ name }) => !caught.has(name)).map(({ name }) => name)).toEqual([]);
  },
);

/** Runs in the page: attacks present in the visible text; null if none is visible. */
const shownShapes = (): string[] | null => {
  const frame = [...document.querySelectorAll<HTMLIFrameElement>('main iframe')].find(
    ({ style }) => style.visibility === 'visible',
  );
  const text = frame?.contentDocument;
  if (!text?.body.textContent.includes('It was a dark and stormy night.')) return null;
  return [...text.querySelectorAll<HTMLElement>('[data-shape]')].map(
    ({ dataset }) => dataset['shape'] ?? '',
  );
};

/** Runs in the page: number of resource hints, which CSP does not block. */
const hintsInText = (): number | undefined =>
  document
    .querySelector<HTMLIFrameElement>('main iframe')
    ?.contentDocument?.querySelectorAll('link:not([rel="stylesheet"])').length;

/** Runs in the page: clicks all clickable attacks in the text. */
const clickAll = (): void => {
  const frame = document.querySelector<HTMLIFrameElement>('main iframe');
  for (const element of frame?.contentDocument?.querySelectorAll('[data-click]') ?? []) {
    element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  }
};

/**
 * Runs in the page: scrolls clickable attacks into view and returns their positions for real mouse
 * clicks.
 */
const pointsToClick = (): { x: number; y: number }[] => {
  const text = document.querySelector<HTMLIFrameElement>('main iframe')?.contentDocument;
  const wanted = ['onclick', 'link', 'link-on-top', 'form-address'];
  return wanted.flatMap((name) => {
    const shape = text?.querySelector<HTMLElement>(`[data-shape="${name}"]`);
    const element = shape?.querySelector('[data-click]');
    if (!shape || !element) return [];
    shape.style.cssText = `position: fixed; top: ${80 + 40 * wanted.indexOf(name)}px; left: 40px`;
    const { x, y, height } = element.getBoundingClientRect();
    return [{ x: x + 4, y: y + height / 2 }];
  });
};

/**
 * Runs in the frame of a text: clicks everything that can be clicked, except links, which can lead to the
 * web.
 */
const clickHere = (): void => {
  for (const element of document.querySelectorAll('[data-click]:not(a[href])')) {
    element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  }
};

/** Runs in the frame of a text: sheets and attributes, except links, that still name an address elsewhere. */
const addressesLeft = (): string[] =>
  [...document.querySelectorAll('*')].flatMap((element) => {
    const sheet = element.localName === 'style' ? [element.textContent] : [];
    const values = [...element.attributes]
      .filter(
        ({ name }) =>
          !name.startsWith('xmlns') && !(element.localName === 'a' && /href$/.test(name)),
      )
      .map(({ value }) => value);
    return (
      [...sheet, ...values]
        // The text of a custom property loads nothing where nothing takes it for an address.
        .map((text) => text.replace(/--a: "[^"]*"/, ''))
        .filter((text) => /https?:|javascript:/i.test(text))
    );
  });

/** Runs in the control page: clicks the clickable attacks in each frame. */
const clickFrames = (): void => {
  for (const frame of document.querySelectorAll('iframe')) {
    try {
      frame.contentDocument
        ?.querySelector('[data-click]')
        ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    } catch {
      // This frame has navigated cross-origin.
    }
  }
};

const clickAlone = (): void => {
  document
    .querySelector('[data-click]')
    ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
};
