import { expect } from 'vitest';

import { listAnnotations } from '../../shared/api/annotations.ts';
import { eventually } from '../support/server.ts';
import { waitForText } from './epub-stories.ts';
import type { Point } from './page.ts';
import type { Story } from './story.ts';

/**
 * Runs in the page: position of words in the visible text, in window coordinates; null if not
 * visible.
 */
const placeOfWords = (words: string): { from: Point; to: Point } | null => {
  const frame = document.querySelector<HTMLIFrameElement>(
    'main iframe[style*="visibility: visible"]',
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

/** Runs in the page: the visible part and its scroll position. */
const scrollPosition = (): string => {
  const frame = document.querySelector<HTMLIFrameElement>(
    'main iframe[style*="visibility: visible"]',
  );
  const { scrollX = 0, scrollY = 0 } = frame?.contentWindow ?? {};
  return [frame?.dataset['part'], scrollX, scrollY].join(' ');
};

const hasMoved = (before: string): boolean => {
  const frame = document.querySelector<HTMLIFrameElement>(
    'main iframe[style*="visibility: visible"]',
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
    flow: 'EPUB: selected words are highlighted, and still are after a reload',
    sizes: ['desktop', 'phone'],
    run: async (user, fixture) => {
      const book = fixture.book('Incomplete Theft');
      const words = 'anyone anywhere';
      await user.setReader('epub', { layout: 'one' });
      await user.open(`/read/${book}?page=2`);
      await waitForText(user);
      const { from: start, to: end } = await user.waitFor('the words', placeOfWords, words);
      await user.page.drag(start, end);
      await user.click('button', 'Highlight in green');
      expect(await user.waitFor('the highlight', highlighted, 'green')).toContain('anywhere');
      await eventually('the highlight at the server', async () => {
        const { data } = await fixture.client.call(listAnnotations, { query: { book_id: book } });
        return data.some(({ color }) => color === 'green') ? true : null;
      });
      await user.open(`/read/${book}?page=2`);
      expect(await user.waitFor('the highlight again', highlighted, 'green')).toContain('anywhere');
    },
  },
  {
    flow: 'EPUB: a tap at a side turns the page, one in the middle shows the bars',
    sizes: ['desktop', 'phone'],
    run: async (user, fixture, size) => {
      await user.setReader('epub', { layout: 'one' });
      await user.open(`/read/${fixture.book('Incomplete Theft')}?page=2&incognito=true`);
      await waitForText(user);
      const { left, middle, right } = await user.page.evaluate(zones);
      const tap = (point: Point) =>
        size === 'phone' && user.page.touch ? user.page.touch([point]) : user.page.click(point);
      const first = await user.page.evaluate(scrollPosition);
      await tap(right);
      await user.waitFor('the next screen', hasMoved, first);
      const second = await user.page.evaluate(scrollPosition);
      await tap(left);
      await user.waitFor('the screen before', hasMoved, second);
      await expect.poll(() => user.page.evaluate(scrollPosition)).toBe(first);
      await tap(middle);
      await user.waitFor(
        'the bars',
        () => document.querySelector<HTMLElement>('main')?.dataset['chrome'] === 'shown',
      );
      await expect.poll(() => user.page.evaluate(scrollPosition)).toBe(first);
    },
  },
  {
    flow: 'EPUB: a link within the book is followed',
    sizes: ['desktop', 'phone'],
    run: async (user, fixture, size) => {
      await user.setReader('epub', { layout: 'auto' });
      await user.open(`/read/${fixture.book('Moby-Dick')}?page=1&incognito=true`);
      await waitForText(user);
      const before = await user.page.evaluate(scrollPosition);
      await user.page.press('k');
      await user.waitFor('the contents', hasMoved, before);
      const { from: start } = await user.waitFor('the link', placeOfWords, 'Title Page');
      const contents = await user.page.evaluate(scrollPosition);
      const link = { x: start.x + 4, y: start.y };
      if (size === 'phone' && user.page.touch) await user.page.touch([link]);
      else await user.page.click(link);
      await user.waitFor('where the link leads', hasMoved, contents);
    },
  },
  {
    flow: 'EPUB: the wheel or a finger scrolls a scrolled text',
    sizes: ['desktop', 'phone'],
    run: async (user, fixture, size) => {
      await user.setReader('epub', { layout: 'scroll' });
      await user.open(`/read/${fixture.book('Moby-Dick')}?page=30&incognito=true`);
      await waitForText(user);
      const before = await user.page.evaluate(scrollPosition);
      const { middle } = await user.page.evaluate(zones);
      // WebKitGTK's driver has no touch, and Firefox's does not scroll by touch.
      if (size === 'phone' && user.engine === 'Chromium' && user.page.touch) {
        const up = [1, 2, 3, 4, 5, 6].map((step) => ({ x: middle.x, y: middle.y - 60 * step }));
        await user.page.touch([middle, ...up]);
      } else await user.page.wheel(middle, 400);
      await user.waitFor('scrolled text', hasMoved, before);
    },
  },
];
