import { expect } from 'vitest';

import { getProgress } from '../../shared/api/progress.ts';
import { eventually } from '../support/server.ts';
import { walkThrough } from './epub-walk.ts';
import { turnedBook } from './story-fixture.ts';
import type { SimulatedUser } from './simulated-user.ts';
import { acrossOnPhone, everywhere, type Story } from './story.ts';

const epub = (
  flow: string,
  book: string,
  values: Record<string, unknown>,
  writing = 'horizontal-tb',
): Story => ({
  flow: `EPUB: ${flow}, from the first word to the last`,
  sizes: everywhere,
  run: async (user, fixture) => {
    await user.setReader('epub', values);
    await user.open(`/read/${fixture.book(book)}?incognito=true&page=1`);
    const { screens, missing, twice } = await walkThrough(user);
    expect(missing, 'words that no screen showed').toEqual([]);
    // Scroll mode advances by slightly less than a screen, so words repeat.
    if (values['layout'] !== 'scroll') expect(twice, 'words on two screens').toEqual([]);
    expect(screens).toBeGreaterThan(3);
    await expect.poll(() => user.page.evaluate(writingMode)).toBe(writing);
  },
});

/** Runs in the page: writing mode of the text. */
const writingMode = (): string | undefined => {
  const frame = document.querySelector<HTMLIFrameElement>(
    'main iframe[style*="visibility: visible"]',
  );
  const root = frame?.contentDocument?.documentElement;
  return root && frame.contentWindow?.getComputedStyle(root).writingMode;
};

/** Waits until the text is laid out and returns its page. */
export const waitForText = (user: SimulatedUser) =>
  user.waitFor('the text', () => {
    const main = document.querySelector<HTMLElement>('main[data-state="ready"][data-page]');
    return main?.dataset['page'];
  });

/** Runs in the page: horizontal scroll offset, once greater than `before`. */
const scrolledLeft = (before = -1): number | null => {
  const frame = document.querySelector<HTMLIFrameElement>(
    'main iframe[style*="visibility: visible"]',
  );
  const left = -(frame?.contentWindow?.scrollX ?? 0);
  return left > before ? left : null;
};

/** Runs in the page: background colour and font size; null until they have changed. */
const textStyle = (oldPaper: string, least: number): { paper: string; size: number } | null => {
  const frame = document.querySelector<HTMLIFrameElement>(
    'main iframe[style*="visibility: visible"]',
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
  const frame = document.querySelector<HTMLIFrameElement>(
    'main iframe[style*="visibility: visible"]',
  );
  const part = frame?.dataset['part'] ?? before;
  return part === before ? null : part;
};

export const epubStories: readonly Story[] = [
  {
    flow: 'EPUB: two frames show the parts in turn, and both receive keys',
    sizes: everywhere,
    run: async (user, fixture) => {
      await user.setReader('epub', { layout: 'scroll' });
      await user.open(`/read/${fixture.book('Moby-Dick')}?incognito=true&page=20`);
      await waitForText(user);
      let part = await user.waitFor('the first part', partOtherThan, '');
      for (let turn = 0; turn < 3; turn += 1) {
        // Focuses the frame, which is hidden after the first key. Each time elsewhere, because quick clicks
        // in one place are a double click.
        const point = await user.page.evaluate(
          (across) => ({ x: innerWidth / 2 + across, y: innerHeight / 2 }),
          turn * 30,
        );
        await user.page.click(point);
        await expect
          .poll(() => user.page.evaluate(() => document.activeElement?.localName))
          .toBe('iframe');
        for (const key of ['k', 'k', 'j']) {
          await user.page.press(key);
          part = await user.waitFor('another part', partOtherThan, part);
        }
      }
      await expect
        .poll(() => user.page.evaluate(() => document.querySelectorAll('iframe').length))
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
    flow: 'EPUB: a book of vertical lines, shown horizontally',
    sizes: everywhere,
    run: async (user, fixture) => {
      await user.setReader('epub', { layout: 'auto', direction: 'horizontal' });
      await user.open(`/read/${fixture.book('草枕')}?incognito=true&page=3`);
      await waitForText(user);
      for (let turn = 0; turn < 3; turn += 1) {
        const before = await user.page.evaluate(scrolledLeft);
        await user.page.press('ArrowLeft');
        await user.waitFor('the next screen', scrolledLeft, before ?? 0);
      }
    },
  },
  {
    flow: 'EPUB: scrolled, the reading position is saved',
    sizes: everywhere,
    run: async (user, fixture) => {
      const book = fixture.book('Moby-Dick');
      await user.setReader('epub', { layout: 'scroll' });
      await user.open(`/read/${book}?page=5`);
      const before = await waitForText(user);
      for (let turn = 0; turn < 8; turn += 1) await user.page.press('PageDown');
      // Turns take a moment each: the page that is left is the one that stays.
      let left = before;
      await eventually('another page, that stays', async () => {
        const last = left;
        await new Promise((resolve) => setTimeout(resolve, 500));
        left = await waitForText(user);
        return left !== before && left === last ? true : null;
      });
      await eventually('the position on the server', async () => {
        const params = { id: book };
        // Fails until there is a saved position.
        const progress = await fixture.client.call(getProgress, { params }).catch(() => null);
        return String(progress?.current_page) === left ? true : null;
      });
      await user.open(`/read/${book}`);
      expect(await waitForText(user)).toBe(left);
    },
  },
  {
    flow: 'EPUB: a JPEG XL picture is shown, or replaced by a message',
    sizes: everywhere,
    run: async (user, fixture) => {
      await user.open(`/read/${fixture.book('pub-cmt-jxl')}?incognito=true&page=1`);
      await user.waitFor('the picture or a sentence', () => {
        const { contentDocument: text } =
          document.querySelector<HTMLIFrameElement>('main iframe') ?? {};
        const picture = text?.querySelector('img');
        const said = text?.querySelector('[data-octavo]')?.textContent ?? '';
        return picture ? picture.naturalWidth > 0 : said.includes('cannot display the picture');
      });
    },
  },
  {
    flow: 'EPUB: theme and text size',
    sizes: everywhere,
    run: async (user, fixture) => {
      await user.setReader('epub', { layout: 'one' });
      await user.open(`/read/${fixture.book('Incomplete Theft')}?incognito=true&page=2`);
      await waitForText(user);
      const { paper, size } = await user.waitFor('the style of the text', textStyle, '', 0);
      await user.page.press('Control+,');
      await user.click('radio', 'Sepia');
      await user.waitFor('another background', textStyle, paper, 0);
      await user.click('slider', 'Size');
      await user.waitFor('larger letters', textStyle, paper, 1.5 * size);
    },
  },
];
