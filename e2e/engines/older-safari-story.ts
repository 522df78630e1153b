import { expect } from 'vitest';

import { startRewritingProxy } from '../support/rewriting-proxy.ts';
import { owner } from '../support/server.ts';
import { waitForComicPage } from './comic-stories.ts';
import { waitForText } from './epub-stories.ts';
import { olderSafari } from './older-safari.ts';
import type { Point } from './page.ts';
import { waitForPdf } from './pdf-stories.ts';
import { simulateUser } from './simulated-user.ts';
import { everywhere, type Story } from './story.ts';

/**
 * Runs in the page: position of a link to a part of the book, in window coordinates; null if not
 * visible.
 */
const linkWithin = (part: string): Point | null => {
  const frame = document.querySelector<HTMLIFrameElement>(
    'main iframe[style*="visibility: visible"]',
  );
  const link = frame?.contentDocument?.querySelector(`a[href*="${part}"]`);
  const [rect] = link?.getClientRects() ?? [];
  if (!frame || !rect) return null;
  const { left, top } = frame.getBoundingClientRect();
  return { x: left + rect.x + Math.min(12, rect.width / 2), y: top + rect.y + rect.height / 2 };
};

/** Runs in the page: whether this part of the book is visible. */
const isShown = (part: string): boolean =>
  [...document.querySelectorAll<HTMLIFrameElement>('main iframe')].some(
    ({ style, dataset }) => style.visibility === 'visible' && dataset['part']?.includes(part),
  );

export const olderSafariStory: Story = {
  flow: 'As in Safari 17.4: a comic, a link within a book, a PDF',
  sizes: everywhere,
  run: async ({ page, engine }, fixture) => {
    const front = await startRewritingProxy(
      fixture.server,
      olderSafari.scripts,
      olderSafari.rewrite,
    );
    try {
      const user = simulateUser(page, engine, front.url);
      await user.signIn(owner.username, owner.password);
      const left = await page.evaluate(() => [
        'parse' in URL,
        'try' in Promise,
        'getOrInsertComputed' in Map.prototype,
        'toHex' in Uint8Array.prototype,
        'map' in [].values(),
        'Iterator' in globalThis,
        'values' in ReadableStream.prototype,
        'startViewTransition' in document,
        'bytes' in Response.prototype,
      ]);
      expect(left).not.toContain(true);
      await user.open(`/read/${fixture.book('Potion Contest')}?page=1&incognito=true`);
      await waitForComicPage(user, 1);
      await user.open(`/read/${fixture.book('Moby-Dick')}?page=1&incognito=true`);
      await waitForText(user);
      await page.press('k');
      const link = await user.waitFor('the contents', linkWithin, 'titlepage');
      await page.click(link);
      await user.waitFor('the part that the link leads to', isShown, 'titlepage');
      await user.open(`/read/${fixture.book('nested_outline')}?page=1&incognito=true`);
      await waitForPdf(user);
    } finally {
      front.close();
    }
  },
};
