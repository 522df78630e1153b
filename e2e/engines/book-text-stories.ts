import { expect } from 'vitest';

import { listAnnotations } from '../../shared/api/annotations.ts';
import { eventually } from '../support/server.ts';
import type { Point } from './page.ts';
import type { Person } from './person.ts';
import type { Story } from './story.ts';

/**
 * Runs in the page: position of words in the visible text, in window coordinates; null if not
 * visible.
 */
const placeOfWords = (words: string): { from: Point; to: Point } | null => {
  const frame = [...document.querySelectorAll<HTMLIFrameElement>('main iframe')].find(
    ({ style }) => style.visibility === 'visible',
  );
  const text = frame?.contentDocument;
  if (!frame || !text || document.querySelector('main')?.dataset['state'] !== 'ready') return null;
  const walker = text.createTreeWalker(text.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const offset = node.data.indexOf(words);
    if (offset < 0) continue;
    const range = text.createRange();
    range.setStart(node, offset);
    range.setEnd(node, offset + words.length);
    // The words may wrap.
    const lines = [...range.getClientRects()];
    const [first] = lines;
    const last = lines.at(-1);
    if (!first || !last || first.left < 0 || first.right > frame.clientWidth) return null;
    const { left, top } = frame.getBoundingClientRect();
    return {
      from: { x: left + first.left + 1, y: top + first.top + first.height / 2 },
      to: { x: left + last.right - 1, y: top + last.top + last.height / 2 },
    };
  }
  return null;
};

/** Runs in the page: the highlighted part of the visible text. */
const highlighted = (color: string): string | null => {
  const frame = document.querySelector<HTMLIFrameElement>('main iframe');
  const { CSS: css } = (frame?.contentWindow ?? {}) as Partial<typeof globalThis>;
  const ranges = [...(css?.highlights.get(`octavo-${color}`) ?? [])] as Range[];
  return ranges.map(String).join('|') || null;
};

const isReady = ({ until }: Person) =>
  until('the text', () => {
    const { dataset } = document.querySelector<HTMLElement>('main[data-state="ready"]') ?? {};
    return dataset?.['page'];
  });

/** Runs in the page: the visible part and its scroll position. */
const stands = (): string => {
  const frame = [...document.querySelectorAll<HTMLIFrameElement>('main iframe')].find(
    ({ style }) => style.visibility === 'visible',
  );
  const { scrollX = 0, scrollY = 0 } = frame?.contentWindow ?? {};
  return [frame?.dataset['part'], scrollX, scrollY].join(' ');
};

const standsElsewhere = (before: string): boolean => {
  const frame = [...document.querySelectorAll<HTMLIFrameElement>('main iframe')].find(
    ({ style }) => style.visibility === 'visible',
  );
  const { scrollX = 0, scrollY = 0 } = frame?.contentWindow ?? {};
  const now = [frame?.dataset['part'], scrollX, scrollY].join(' ');
  return document.querySelector('main')?.dataset['state'] === 'ready' && now !== before;
};

/** Runs in the page: centre of the viewport, and of its left and right tap zones. */
const zones = (): Record<'left' | 'middle' | 'right', Point> => {
  const y = innerHeight * 0.86;
  return {
    left: { x: innerWidth * 0.1, y },
    middle: { x: innerWidth * 0.5, y },
    right: { x: innerWidth * 0.9, y },
  };
};

/** Selection, taps, links and scrolling in an EPUB's text, which has its own frame. */
export const bookTextStories: readonly Story[] = [
  {
    flow: 'EPUB: words are selected and highlighted, and the highlight is there after a reload',
    sizes: ['desktop', 'phone'],
    tell: async (person, house) => {
      const book = house.book('Incomplete Theft');
      const words = 'anyone anywhere';
      await person.chooses('epub', { layout: 'one' });
      await person.opens(`/read/${book}?page=2`);
      await isReady(person);
      const { from: start, to: end } = await person.until('the words', placeOfWords, words);
      await person.page.drag(start, end);
      await person.click('button', 'Highlight in green');
      expect(await person.until('the highlight', highlighted, 'green')).toContain('anywhere');
      await eventually('the highlight at the server', async () => {
        const { data } = await house.client.call(listAnnotations, { query: { book_id: book } });
        return data.some(({ color }) => color === 'green') ? true : null;
      });
      await person.opens(`/read/${book}?page=2`);
      expect(await person.until('the highlight again', highlighted, 'green')).toContain('anywhere');
    },
  },
  {
    flow: 'EPUB: a tap at a side turns the page, one in the middle brings the bars',
    sizes: ['desktop', 'phone'],
    tell: async (person, house, size) => {
      await person.chooses('epub', { layout: 'one' });
      await person.opens(`/read/${house.book('Incomplete Theft')}?page=2&incognito=true`);
      await isReady(person);
      const { left, middle, right } = await person.page.evaluate(zones);
      const tap = (point: Point) =>
        size === 'phone' && person.page.touch
          ? person.page.touch([point])
          : person.page.click(point);
      const first = await person.page.evaluate(stands);
      await tap(right);
      await person.until('the next screen', standsElsewhere, first);
      const second = await person.page.evaluate(stands);
      await tap(left);
      await person.until('the screen before', standsElsewhere, second);
      await expect.poll(() => person.page.evaluate(stands)).toBe(first);
      await tap(middle);
      await person.until(
        'the bars',
        () => document.querySelector<HTMLElement>('main')?.dataset['chrome'] === 'shown',
      );
      await expect.poll(() => person.page.evaluate(stands)).toBe(first);
    },
  },
  {
    flow: 'EPUB: a link within the book is followed',
    sizes: ['desktop', 'phone'],
    tell: async (person, house, size) => {
      await person.chooses('epub', { layout: 'auto' });
      await person.opens(`/read/${house.book('Moby-Dick')}?page=1&incognito=true`);
      await isReady(person);
      const before = await person.page.evaluate(stands);
      await person.page.press('k');
      await person.until('the contents', standsElsewhere, before);
      const { from: start } = await person.until('the link', placeOfWords, 'Title Page');
      const contents = await person.page.evaluate(stands);
      const link = { x: start.x + 4, y: start.y };
      if (size === 'phone' && person.page.touch) await person.page.touch([link]);
      else await person.page.click(link);
      await person.until('where the link leads', standsElsewhere, contents);
    },
  },
  {
    flow: 'EPUB: the wheel or a finger scrolls a scrolled text',
    sizes: ['desktop', 'phone'],
    tell: async (person, house, size) => {
      await person.chooses('epub', { layout: 'scroll' });
      await person.opens(`/read/${house.book('Moby-Dick')}?page=30&incognito=true`);
      await isReady(person);
      const before = await person.page.evaluate(stands);
      const { middle } = await person.page.evaluate(zones);
      // WebKitGTK's driver has no touch, and Firefox's does not scroll by touch.
      if (size === 'phone' && person.engine === 'Chromium' && person.page.touch) {
        const up = [1, 2, 3, 4, 5, 6].map((step) => ({ x: middle.x, y: middle.y - 60 * step }));
        await person.page.touch([middle, ...up]);
      } else await person.page.wheel(middle, 400);
      await person.until('scrolled text', standsElsewhere, before);
    },
  },
];
