import path from 'node:path';

import { expect } from 'vitest';

import { createLibrary } from '../../shared/api/libraries.ts';
import { getProgress } from '../../shared/api/progress.ts';
import { startScan } from '../../shared/api/scans.ts';
import { inFrontOf } from '../support/front.ts';
import { generateLibrary } from '../support/library.ts';
import { eventually, owner, startOctavo } from '../support/server.ts';
import { walkThrough } from './epub-walk.ts';
import type { House } from './house.ts';
import { olderSafari } from './older-safari.ts';
import type { Point, SizeName } from './page.ts';
import { personAt, type Person } from './person.ts';

/** A flow of the page, told once and played in every engine at each size. */
export interface Story {
  flow: string;
  /** At which sizes there is something to tell. */
  sizes: readonly SizeName[];
  tell: (person: Person, house: House, size: SizeName) => Promise<void>;
}

const everywhere: readonly SizeName[] = ['desktop', 'phone'];

/** Waits until a page of a comic is drawn. */
const showsPage = ({ until }: Person, number: number) =>
  until(
    `page ${number} of the comic`,
    (page) => {
      const image = document.querySelector<HTMLImageElement>(`img[data-page="${page}"]`);
      return image?.complete === true && image.naturalWidth > 0;
    },
    number,
  );

const comic = (
  flow: string,
  book: string,
  values: Record<string, unknown>,
  { key, pages }: { key: string; pages: number[] },
  sizes: readonly SizeName[] = everywhere,
): Story => ({
  flow: `Comic: ${flow}`,
  sizes,
  tell: async (person, house) => {
    await person.chooses('comic', values);
    await person.opens(`/read/${house.book(book)}?page=1&incognito=true`);
    await showsPage(person, 1);
    for (const page of pages) {
      await person.page.press(key);
      await showsPage(person, page);
    }
  },
});

const epub = (
  flow: string,
  book: string,
  layout: string,
  sizes: readonly SizeName[] = everywhere,
  writing = 'horizontal-tb',
): Story => ({
  flow: `EPUB: ${flow}, from the first word to the last`,
  sizes,
  tell: async (person, house) => {
    await person.chooses('epub', { layout });
    await person.opens(`/read/${house.book(book)}?incognito=true&page=1`);
    const { screens, missing, twice } = await walkThrough(person);
    expect(missing, 'words that no screen showed').toEqual([]);
    // Scrolled text goes on by a little less than a screen.
    if (layout !== 'scroll') expect(twice, 'words on two screens').toEqual([]);
    expect(screens).toBeGreaterThan(3);
    expect(await person.page.evaluate(writingMode)).toBe(writing);
  },
});

/** Runs in the page: how the lines of the text run. */
const writingMode = (): string | undefined => {
  const frame = document.querySelector<HTMLIFrameElement>('main iframe');
  const root = frame?.contentDocument?.documentElement;
  return root && frame.contentWindow?.getComputedStyle(root).writingMode;
};

const place = (person: Person) =>
  person.until('a place in the text', () => {
    const main = document.querySelector<HTMLElement>('main[data-state="ready"][data-page]');
    return main?.dataset['page'];
  });

/** Runs in the page: how far the text is scrolled to the left, once that is further than before. */
const scrolledLeft = (before = -1): number | null => {
  const frame = [...document.querySelectorAll<HTMLIFrameElement>('main iframe')].find(
    ({ style }) => style.visibility === 'visible',
  );
  const left = -(frame?.contentWindow?.scrollX ?? 0);
  return left > before ? left : null;
};

/** Waits until the first page of a PDF is drawn and its words lie over it. */
const showsPdf = async ({ until }: Person) => {
  await until('page 1 with its text', () => {
    const layer = document.querySelector('.page[data-page-number="1"] .textLayer');
    return layer?.textContent.includes('Introduction');
  });
  await until('a drawn page', () => {
    const canvas = document.querySelector<HTMLCanvasElement>('.page canvas');
    return canvas !== null && canvas.width > 0;
  });
};

/** Runs in the page: where in the window the text links to a part of the book; null while it does not. */
const linkWithin = (part: string): Point | null => {
  const frame = [...document.querySelectorAll<HTMLIFrameElement>('main iframe')].find(
    ({ style }) => style.visibility === 'visible',
  );
  const link = frame?.contentDocument?.querySelector(`a[href*="${part}"]`);
  const [rect] = link?.getClientRects() ?? [];
  if (!frame || !rect) return null;
  const { left, top } = frame.getBoundingClientRect();
  return { x: left + rect.x + Math.min(12, rect.width / 2), y: top + rect.y + rect.height / 2 };
};

/** Runs in the page: whether this part of the book is in sight. */
const isShown = (part: string): boolean =>
  [...document.querySelectorAll<HTMLIFrameElement>('main iframe')].some(
    ({ style, src }) => style.visibility === 'visible' && src.includes(part),
  );

export const stories: readonly Story[] = [
  {
    flow: 'Browse: home, library, series, book and back',
    sizes: everywhere,
    tell: async (person, house) => {
      await person.opens('/libraries');
      await person.sees('Webtoons');
      await person.opens(`/library/${house.libraries['Comics'] ?? ''}`);
      await person.click('link', 'Pepper & Carrot');
      await person.sees('Rainbow potions');
      const books = await person.page.evaluate(() => location.pathname);
      await person.click('link', 'Rainbow potions');
      await person.until('the page of the book', () => location.pathname.startsWith('/book/'));
      await person.page.evaluate(() => history.back());
      await person.until('the series', (path) => location.pathname === path, books);
    },
  },
  {
    flow: 'Search',
    sizes: everywhere,
    tell: async (person) => {
      await person.opens('/search?q=rainbow&view=books');
      await person.sees('Rainbow potions');
    },
  },
  comic(
    'single pages',
    'Potion Contest',
    { layout: 'single' },
    { key: 'ArrowRight', pages: [2, 3, 4] },
  ),
  comic(
    'double pages',
    'Potion Contest',
    { layout: 'double' },
    { key: 'ArrowRight', pages: [2, 4] },
    ['desktop'],
  ),
  comic('right to left', 'ハルコ', { layout: 'single' }, { key: 'ArrowLeft', pages: [2, 3] }),
  comic('webtoon', 'Episode 006', { mode: 'webtoon' }, { key: 'End', pages: [] }),
  {
    flow: 'Comic: the bars go after the slider was dragged',
    sizes: ['desktop'],
    tell: async (person, house) => {
      await person.chooses('comic', { layout: 'single' });
      await person.opens(`/read/${house.book('Potion Contest')}?page=1`);
      await showsPage(person, 1);
      await person.page.press('m');
      const middle = await person.find('slider', 'Page');
      await person.page.drag(
        { x: middle.x - 200, y: middle.y },
        { x: middle.x + 100, y: middle.y },
      );
      await person.until(
        'another page',
        () => document.querySelector('img[data-page="1"]') === null,
      );
      await person.page.press('m');
      await person.until('no bar', () => {
        const bar = document.querySelector('main [role="toolbar"]:has(input[type="range"])');
        return bar !== null && getComputedStyle(bar).opacity === '0';
      });
    },
  },
  epub('one column', 'Incomplete Theft', 'one'),
  epub('two columns', 'Incomplete Theft', 'two', ['desktop']),
  epub('scrolled', 'Incomplete Theft', 'scroll'),
  epub('vertical lines', '草枕', 'auto', everywhere, 'vertical-rl'),
  epub('right to left', 'מפליגים', 'auto'),
  {
    flow: 'EPUB: pages from right to left, lines from left to right',
    sizes: everywhere,
    tell: async (person, house) => {
      await person.chooses('epub', { layout: 'auto', direction: 'horizontal' });
      await person.opens(`/read/${house.book('草枕')}?incognito=true&page=3`);
      await place(person);
      for (let turn = 0; turn < 3; turn += 1) {
        const before = await person.page.evaluate(scrolledLeft);
        await person.page.press('ArrowLeft');
        await person.until('the next screen', scrolledLeft, before ?? 0);
      }
    },
  },
  {
    flow: 'EPUB: scrolled, the place is kept',
    sizes: everywhere,
    tell: async (person, house) => {
      const book = house.book('Moby-Dick');
      await person.chooses('epub', { layout: 'scroll' });
      await person.opens(`/read/${book}?page=5`);
      const before = await place(person);
      for (let turn = 0; turn < 8; turn += 1) await person.page.press('PageDown');
      const left = await person.until(
        'another page',
        (page) => {
          const now = document.querySelector<HTMLElement>('main')?.dataset['page'];
          return now === page ? null : now;
        },
        before,
      );
      await eventually('the place at the server', async () => {
        const params = { id: book };
        // Refused until something has been read.
        const progress = await house.client.call(getProgress, { params }).catch(() => null);
        return String(progress?.current_page) === left ? true : null;
      });
      await person.opens(`/read/${book}`);
      expect(await place(person)).toBe(left);
    },
  },
  {
    flow: 'EPUB: a picture in JPEG XL is shown, or its place says that it cannot be',
    sizes: everywhere,
    tell: async (person, house) => {
      await person.opens(`/read/${house.book('pub-cmt-jxl')}?incognito=true&page=1`);
      await person.until('the picture or a sentence', () => {
        const { contentDocument: text } =
          document.querySelector<HTMLIFrameElement>('main iframe') ?? {};
        const picture = text?.querySelector('img');
        const said = text?.querySelector('[data-octavo]')?.textContent ?? '';
        return picture ? picture.naturalWidth > 0 : said.includes('cannot show the picture');
      });
    },
  },
  {
    flow: 'PDF: first pages and their text',
    sizes: everywhere,
    tell: async (person, house) => {
      await person.opens(`/read/${house.book('nested_outline')}?page=1`);
      await showsPdf(person);
      await person.page.press('PageDown');
      await person.page.press('End');
      await person.until(
        'the last page',
        () => Number(document.querySelector<HTMLElement>('main')?.dataset['page']) > 1,
      );
    },
  },
  {
    flow: 'As in Safari 17.4: a comic, a link within a book, a PDF',
    sizes: everywhere,
    tell: async ({ page, engine }, house) => {
      const front = await inFrontOf(house.server, olderSafari.scripts, olderSafari.rewrite);
      try {
        const person = personAt(page, engine, front.url);
        await person.signsIn(owner.username, owner.password);
        expect(await page.evaluate(() => 'parse' in URL || 'try' in Promise)).toBe(false);
        await person.opens(`/read/${house.book('Potion Contest')}?page=1&incognito=true`);
        await showsPage(person, 1);
        await person.opens(`/read/${house.book('Moby-Dick')}?page=1&incognito=true`);
        await place(person);
        await page.press(']');
        const link = await person.until('the contents', linkWithin, 'titlepage');
        await page.click(link);
        await person.until('the part that the link leads to', isShown, 'titlepage');
        await person.opens(`/read/${house.book('nested_outline')}?page=1&incognito=true`);
        await showsPdf(person);
      } finally {
        front.close();
      }
    },
  },
  {
    flow: 'Pairing: the code of a phone',
    sizes: everywhere,
    tell: async (person) => {
      await person.opens('/settings/devices');
      await person.sees('No device is paired yet');
      await person.click('button', 'Pair a phone');
      await person.find('img', 'Code for the camera of the phone');
    },
  },
  {
    flow: 'Scan: what is found appears by itself',
    sizes: everywhere,
    tell: async (person, { client, folder }, size) => {
      const name = `New on ${size}`;
      const root = generateLibrary(path.join(folder, `${name}-${person.engine}`), 3);
      const library = await client.call(createLibrary, { body: { name, path: root } });
      await person.opens(`/library/${library.id}`);
      await person.sees(name);
      await client.call(startScan, { params: { id: library.id } });
      await person.sees('Series 00001');
    },
  },
  {
    flow: 'Offline: a kept book without the server',
    sizes: everywhere,
    tell: async (person, house) => {
      const book = house.book('Potion of Flight');
      await person.opens(`/book/${book}`);
      await person.click('button', 'More ways to read');
      await person.click('menuitem', 'Keep for offline reading');
      await person.goes('/downloads');
      await person.sees('can be read offline');
      await person.until(
        'the service worker',
        async () => (await navigator.serviceWorker.ready).active?.state === 'activated',
      );
      const { port } = new URL(house.server.url);
      await house.server.stop();
      try {
        await person.opens(`/read/${book}?page=1`);
        await showsPage(person, 1);
      } finally {
        house.server = await startOctavo(path.join(house.folder, 'data'), ['--port', port]);
      }
    },
  },
];

export const signInStory: Story = {
  flow: 'Sign in',
  sizes: everywhere,
  tell: (person) => person.signsIn(owner.username, owner.password),
};
