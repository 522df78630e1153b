import type { Page } from 'playwright';

interface Point {
  x: number;
  y: number;
}

/** Moves one finger in a tenth of a second. */
export const dragFinger = async (page: Page, from: Point, target: Point): Promise<void> => {
  const touch = await page.context().newCDPSession(page);
  const steps = 6;
  const pointAt = (step: number) => [
    {
      x: Math.round(from.x + ((target.x - from.x) * step) / steps),
      y: Math.round(from.y + ((target.y - from.y) * step) / steps),
    },
  ];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: pointAt(0) });
  for (let step = 1; step <= steps; step += 1) {
    const touchPoints = pointAt(step);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints });
    await page.waitForTimeout(16);
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await touch.detach();
};

/** Actions and assertions in the comic reader. */
export const reader = (page: Page) => ({
  /** Waits until "Page 3" or "Pages 3–4" is rendered and announced to screen readers. */
  shows: async (pages: string): Promise<void> => {
    await page.getByRole('region', { name: `${pages} of ` }).waitFor();
    for (const number of pages.match(/\d+/g) ?? []) {
      await page.waitForFunction((shown) => {
        const image = document.querySelector<HTMLImageElement>(`img[data-page="${shown}"]`);
        return image?.complete === true && image.naturalWidth > 0;
      }, number);
    }
  },

  /** Swipes with one finger in a tenth of a second, by default across the middle of the window. */
  swipe: (direction: 'left' | 'right', top?: number): Promise<void> => {
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    const from = direction === 'left' ? 0.8 : 0.2;
    const y = top ?? Math.round(height / 2);
    return dragFinger(page, { x: width * from, y }, { x: width * (1 - from), y });
  },
});
