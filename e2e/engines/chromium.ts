import type { Page } from 'playwright';

import { findBrowser, launchBrowser } from '../support/browser.ts';
import { sizes, type EngineKind, type EnginePage, type Point } from './page.ts';

const path = findBrowser() ?? '/usr/bin/chromium';

const cancelled = /ERR_ABORTED|interrupted by another navigation/;

/**
 * Opens an address, again if something in the page cancels that: a panel that closes goes back in the history, and an
 * attack leads elsewhere.
 */
const openPage = async (page: Page, address: string, attempts = 4): Promise<void> => {
  try {
    await page.goto(address);
  } catch (error) {
    if (attempts === 1 || !cancelled.test(String(error))) throw error;
    // The other navigation must have ended.
    await page.waitForTimeout(500);
    await openPage(page, address, attempts - 1);
  }
};

export const chromium: EngineKind = {
  name: 'Chromium',
  needs: { [path]: 'chromium' },
  launch: async () => {
    const browser = await launchBrowser();
    return {
      open: async (size): Promise<EnginePage> => {
        const context = await browser.newContext({
          viewport: sizes[size],
          locale: 'en-GB',
          hasTouch: size === 'phone',
        });
        const page = await context.newPage();
        page.setDefaultTimeout(30_000);
        return {
          goto: (address) => openPage(page, address),
          evaluate: async (body, ...args) =>
            page.evaluate(`(${String(body)})(...${JSON.stringify(args)})`),
          press: (chord) => page.keyboard.press(chord),
          type: (text) => page.keyboard.type(text),
          click: ({ x, y }) => page.mouse.click(x, y),
          // Playwright's own method waits for a listener in every frame, which never fires in a
          // frame without scripts.
          drag: async (start, end) => {
            const session = await context.newCDPSession(page);
            const send = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', point: Point) =>
              session.send('Input.dispatchMouseEvent', {
                ...{ type, ...point, button: 'left', buttons: 1, clickCount: 1 },
              });
            await page.mouse.move(start.x, start.y);
            await send('mousePressed', start);
            // In several moves, because dragging is measured between frames.
            for (const part of [0.05, 0.25, 0.5, 0.75, 1, 1]) {
              await send('mouseMoved', {
                x: start.x + (end.x - start.x) * part,
                y: start.y + (end.y - start.y) * part,
              });
              await page.waitForTimeout(40);
            }
            await send('mouseReleased', end);
            await session.detach();
          },
          wheel: async ({ x, y }, down) => {
            await page.mouse.move(x, y);
            await page.mouse.wheel(0, down);
          },
          touch: async ([first, ...rest]) => {
            const session = await context.newCDPSession(page);
            const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
              session.send('Input.dispatchTouchEvent', { type, touchPoints });
            await send('touchStart', [first]);
            for (const point of rest) await send('touchMove', [point]);
            await send('touchEnd', []);
            await session.detach();
          },
          resize: (viewport) => page.setViewportSize(viewport),
          close: () => context.close(),
        };
      },
      close: () => browser.close(),
    };
  },
};
