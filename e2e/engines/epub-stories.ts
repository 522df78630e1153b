import { expect } from 'vitest';

import { getProgress } from '../../shared/api/progress.ts';
import { eventually } from '../support/server.ts';
import { walkThrough } from './epub-walk.ts';
import { turnedBook } from './house.ts';
import type { Person } from './person.ts';
import { acrossOnPhone, everywhere, type Story } from './story.ts';

const epub = (
  flow: string,
  book: string,
  values: Record<string, unknown>,
  writing = 'horizontal-tb',
): Story => ({
  flow: `EPUB: ${flow}, from the first word to the last`,
  sizes: everywhere,
  tell: async (person, house) => {
    await person.chooses('epub', values);
    await person.opens(`/read/${house.book(book)}?incognito=true&page=1`);
    const { screens, missing, twice } = await walkThrough(person);
    expect(missing, 'words that no screen showed').toEqual([]);
    // Scroll mode advances by slightly less than a screen, so words repeat.
    if (values['layout'] !== 'scroll') expect(twice, 'words on two screens').toEqual([]);
    expect(screens).toBeGreaterThan(3);
    await expect.poll(() => person.page.evaluate(writingMode)).toBe(writing);
  },
});

/** Runs in the page: writing mode of the text. */
const writingMode = (): string | undefined => {
  const frame = [...document.querySelectorAll<HTMLIFrameElement>('main iframe')].find(
    ({ style }) => style.visibility === 'visible',
  );
  const root = frame?.contentDocument?.documentElement;
  return root && frame.contentWindow?.getComputedStyle(root).writingMode;
};

/** Waits until the text is laid out and returns its page. */
export const place = (person: Person) =>
  person.until('a place in the text', () => {
    const main = document.querySelector<HTMLElement>('main[data-state="ready"][data-page]');
    return main?.dataset['page'];
  });

/** Runs in the page: horizontal scroll offset, once greater than `before`. */
const scrolledLeft = (before = -1): number | null => {
  const frame = [...document.querySelectorAll<HTMLIFrameElement>('main iframe')].find(
    ({ style }) => style.visibility === 'visible',
  );
  const left = -(frame?.contentWindow?.scrollX ?? 0);
  return left > before ? left : null;
};

/** Runs in the page: background colour and font size; null until they have changed. */
const lookOfText = (oldPaper: string, least: number): { paper: string; size: number } | null => {
  const frame = [...document.querySelectorAll<HTMLIFrameElement>('main iframe')].find(
    ({ style }) => style.visibility === 'visible',
  );
  const text = frame?.contentDocument?.querySelector('p');
  const main = document.querySelector('main');
  if (!text || !main) return null;
  const size = Number.parseFloat(frame?.contentWindow?.getComputedStyle(text).fontSize ?? '');
  const paper = getComputedStyle(main).backgroundColor;
  return paper !== oldPaper && size >= least ? { paper, size } : null;
};

/** Runs in the page: the address of the part on screen, as soon as it is another one. */
const partOtherThan = (before: string): string | null => {
  const frame = [...document.querySelectorAll<HTMLIFrameElement>('main iframe')].find(
    ({ style }) => style.visibility === 'visible',
  );
  const part = frame?.dataset['part'] ?? before;
  return part === before ? null : part;
};

export const epubStories: readonly Story[] = [
  {
    flow: 'EPUB: the parts take turns in two frames, and keys reach each of them',
    sizes: everywhere,
    tell: async (person, house) => {
      await person.chooses('epub', { layout: 'scroll' });
      await person.opens(`/read/${house.book('Moby-Dick')}?incognito=true&page=20`);
      await place(person);
      let part = await person.until('the first part', partOtherThan, '');
      for (let turn = 0; turn < 3; turn += 1) {
        // Focuses the frame, which is hidden after the first key. Each time elsewhere, because quick clicks
        // in one place are a double click.
        const point = await person.page.evaluate(
          (across) => ({ x: innerWidth / 2 + across, y: innerHeight / 2 }),
          turn * 30,
        );
        await person.page.click(point);
        await expect
          .poll(() => person.page.evaluate(() => document.activeElement?.localName))
          .toBe('iframe');
        for (const key of ['k', 'k', 'j']) {
          await person.page.press(key);
          part = await person.until('another part', partOtherThan, part);
        }
      }
      await expect
        .poll(() => person.page.evaluate(() => document.querySelectorAll('iframe').length))
        .toBe(2);
    },
  },
  epub('one column', 'Incomplete Theft', { layout: 'one' }),
  acrossOnPhone(epub('two columns', 'Incomplete Theft', { layout: 'two' })),
  epub('scrolled', 'Incomplete Theft', { layout: 'scroll' }),
  epub('vertical lines', '草枕', { layout: 'auto' }, 'vertical-rl'),
  epub('right to left', 'מפליגים', { layout: 'auto' }),
  epub('pages from right to left, lines from left to right', turnedBook, { layout: 'auto' }),
  {
    flow: 'EPUB: a book of vertical lines, set across',
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
      // Turns take a moment each: the page that is left is the one that stays.
      let left = before;
      await eventually('another page, that stays', async () => {
        const last = left;
        await new Promise((resolve) => setTimeout(resolve, 500));
        left = await place(person);
        return left !== before && left === last ? true : null;
      });
      await eventually('the place at the server', async () => {
        const params = { id: book };
        // Fails until there is a saved position.
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
        return picture ? picture.naturalWidth > 0 : said.includes('cannot display the picture');
      });
    },
  },
  {
    flow: 'EPUB: theme and size of the letters',
    sizes: everywhere,
    tell: async (person, house) => {
      await person.chooses('epub', { layout: 'one' });
      await person.opens(`/read/${house.book('Incomplete Theft')}?incognito=true&page=2`);
      await place(person);
      const { paper, size } = await person.until('the look of the text', lookOfText, '', 0);
      await person.page.press('Control+,');
      await person.click('radio', 'Sepia');
      await person.until('another paper', lookOfText, paper, 0);
      await person.click('slider', 'Size');
      await person.until('larger letters', lookOfText, paper, 1.5 * size);
    },
  },
];
