import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { listBooks } from '../../shared/api/books.ts';
import { scanLibrary } from '../support/library.ts';
import { owner, setUp, startOctavo, type Octavo } from '../support/server.ts';
import { chromium } from './chromium.ts';
import { firefox } from './firefox.ts';
import { writeHostileBook, type ServingMode } from './hostile-book.ts';
import { startHostileProxy, type HostileProxy } from './hostile-proxy.ts';
import { attacks } from './attacks.ts';
import type { Engine, EnginePage } from './page.ts';
import { simulateUser, type SimulatedUser } from './simulated-user.ts';
import { startAttackerServer, type AttackerServer } from './attacker-server.ts';
import { webkit } from './webkit.ts';
import { needs } from '../../server/testing/needs.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'octavo-hostile-'));
const kinds = [chromium, firefox, webkit];

/** Longer than any attack of the control run takes on an idle machine (ms). */
const restMs = 1500;
const patienceMs = 30_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let server: Octavo;
let attacker: AttackerServer;
let proxy: HostileProxy;
let book: string;

beforeAll(async () => {
  attacker = await startAttackerServer();
  writeHostileBook(path.join(folder, 'Books'), attacker);
  server = await startOctavo(path.join(folder, 'data'));
  const client = await setUp(server);
  await scanLibrary(client, 'Books', path.join(folder, 'Books'));
  const { data } = await client.call(listBooks, { query: { pageSize: 10 } });
  book = data[0]?.id ?? '';
  proxy = await startHostileProxy(server, attacker);
});
afterAll(async () => {
  proxy.close();
  attacker.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const effective = new Set<string>();

describe.each(kinds)('$name', (kind) => {
  const isThere = Object.keys(kind.needs).every(existsSync);
  let engine: Engine;
  let page: EnginePage;
  let user: SimulatedUser;
  beforeAll(async () => {
    if (!isThere) return;
    engine = await kind.launch();
    page = await engine.open('desktop');
    user = simulateUser(page, kind.name, proxy.url);
    await user.signIn(owner.username, owner.password);
    await user.setReader('epub', { layout: 'scroll' });
  });
  afterAll(async () => {
    if (isThere) await engine.close();
  });

  const openBook = async (mode: ServingMode) => {
    proxy.mode = mode;
    attacker.requests.clear();
    await user.open(`/read/${book}?incognito=true&page=1&variant=${mode}`);
  };
  /** All observable effects of the book. */
  const effects = async () => ({
    acted: await page.evaluate(() => (window as { acted?: string[] }).acted ?? []),
    requests: [...attacker.requests],
    address: await page.evaluate(() => location.pathname),
    token: await page.evaluate(() => localStorage.getItem('octavo.token') !== null),
  });
  const noEffects = () => ({ acted: [], requests: [], address: `/read/${book}`, token: true });

  test.skipIf(!isThere).each(['cleaned', 'raw'] as const)(
    'a hostile book has no effect: %s',
    needs(kind.name),
    async (mode) => {
      await openBook(mode);
      const held = await user.waitFor('the text', shownAttacks);
      if (mode === 'raw') {
        const wanted = attacks
          .filter(({ at: place = 'body' }) => place === 'body')
          .map(({ name }) => name);
        expect(held, 'the attacks are in the text').toEqual(wanted);
      }
      await page.evaluate(clickAll);
      for (const point of await page.evaluate(pointsToClick)) await page.click(point);
      await pause(restMs);
      expect(await effects()).toEqual(noEffects());
      // One link leads to a document of the book beside the text, which is shown then.
      await openBook(mode);
      expect(await user.waitFor('the same text', shownAttacks)).toEqual(held);
      expect(await page.evaluate(hintsInText), 'addresses that are looked up beforehand').toBe(0);
    },
  );

  test.skipIf(!isThere)('a book without the policy is not shown', needs(kind.name), async () => {
    await openBook('stripped');
    await user.see('This part cannot be displayed');
    await user.see('without the policy');
    await pause(restMs);
    expect(await page.evaluate(() => document.querySelectorAll('iframe').length)).toBe(0);
    expect(await effects()).toEqual(noEffects());
  });

  test.skipIf(!isThere)('cleaning alone stops every attack', needs(kind.name), async () => {
    attacker.requests.clear();
    await page.goto(`${proxy.url}/alone/api/v1/books/${book}/resources/text.xhtml`);
    const shown = () =>
      page.evaluate(() => document.querySelectorAll('[data-attack]').length).catch(() => 0);
    await expect.poll(shown, { timeout: patienceMs }).toBeGreaterThan(0);
    await page.evaluate(clickHere);
    await pause(restMs);
    expect(await page.evaluate(() => (window as { acted?: string[] }).acted ?? [])).toEqual([]);
    expect([...attacker.requests]).toEqual([]);
    expect(await page.evaluate(() => location.pathname)).toMatch(/^\/alone\//);
    // Links to the web stay, and the browser openBook them; nothing else names the attacker or a script.
    expect(await page.evaluate(addressesLeft)).toEqual([]);
  });

  test.skipIf(!isThere)('every attack works without protection', needs(kind.name), async () => {
    attacker.requests.clear();
    const known = attacks.filter(({ ineffectiveIn }) => ineffectiveIn?.[kind.name] === undefined);
    const acted = new Set<string>();
    const collectActed = async () => {
      const marks = await page
        .evaluate(() => (window as { acted?: string[] }).acted ?? [])
        .catch(() => []);
      for (const name of marks) acted.add(name);
      for (const path of attacker.requests) {
        acted.add(path === 'hinted' ? 'preconnect' : (path.split(/[/?]/)[2] ?? ''));
      }
    };
    const watch = async (names: string[], nudge?: () => Promise<unknown>) => {
      const end = Date.now() + patienceMs;
      do {
        await nudge?.().catch(() => undefined);
        await collectActed();
        if (names.every((name) => acted.has(name))) return;
        await pause(100);
      } while (Date.now() < end);
    };
    const beside = known.filter(({ isAlone }) => !isAlone);
    await page.goto(`${proxy.url}/control/`);
    // Repeated, because an animation may set an address after the first click.
    await watch(
      beside.map(({ name }) => name),
      () => page.evaluate(clickFrames),
    );
    // Those that did not act beside the others, such as a refresh that WebKit lost, are tried alone as well.
    for (const { name, isClicked } of known.filter((attack) => !acted.has(attack.name))) {
      for (let attempt = 0; attempt < 2 && !acted.has(name); attempt += 1) {
        await page.goto(`${proxy.url}/control/${name}/text.xhtml`);
        if (isClicked) await page.evaluate(clickAlone).catch(() => undefined);
        await watch([name]);
      }
    }
    for (const name of acted) effective.add(name);
    const missed = known.filter(({ name }) => !acted.has(name));
    expect(missed.map(({ name }) => name)).toEqual([]);
  });
});

const areAllThere = kinds.every(({ needs }) => Object.keys(needs).every(existsSync));

test.skipIf(!areAllThere)(
  'every attack works in at least one engine',
  needs('Chromium, Firefox and WebKit'),
  () => {
    expect(attacks.length).toBeGreaterThanOrEqual(30);
    expect(attacks.filter(({ name }) => !effective.has(name)).map(({ name }) => name)).toEqual([]);
  },
);

/** Runs in the page: attacks present in the visible text; null if none is visible. */
const shownAttacks = (): string[] | null => {
  const frame = document.querySelector<HTMLIFrameElement>(
    'main iframe[style*="visibility: visible"]',
  );
  const text = frame?.contentDocument;
  if (!text?.body.textContent.includes('It was a dark and stormy night.')) return null;
  return [...text.querySelectorAll<HTMLElement>('[data-attack]')].map(
    ({ dataset }) => dataset['attack'] ?? '',
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
    const attack = text?.querySelector<HTMLElement>(`[data-attack="${name}"]`);
    const element = attack?.querySelector('[data-click]');
    if (!attack || !element) return [];
    attack.style.cssText = `position: fixed; top: ${80 + 40 * wanted.indexOf(name)}px; left: 40px`;
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
        // A custom property loads nothing unless another property uses it as an address.
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
