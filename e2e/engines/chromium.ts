import { launchBrowser } from '../support/browser.ts';
import { sizes, type EngineKind, type EnginePage } from './page.ts';

const path = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

export const chromium: EngineKind = {
  name: 'Chromium',
  needs: { [path]: 'chromium' },
  launch: async () => {
    const browser = await launchBrowser();
    return {
      open: async (size): Promise<EnginePage> => {
        const context = await browser.newContext({ viewport: sizes[size], locale: 'en-GB' });
        const page = await context.newPage();
        page.setDefaultTimeout(30_000);
        return {
          goto: (address) => page.goto(address),
          evaluate: async (body, ...args) =>
            page.evaluate(`(${String(body)})(...${JSON.stringify(args)})`),
          press: (chord) => page.keyboard.press(chord),
          type: (text) => page.keyboard.type(text),
          click: ({ x, y }) => page.mouse.click(x, y),
          drag: async (from, to) => {
            await page.mouse.move(from.x, from.y);
            await page.mouse.down();
            await page.mouse.move(to.x, to.y, { steps: 4 });
            await page.mouse.up();
          },
          close: () => context.close(),
        };
      },
      close: () => browser.close(),
    };
  },
};
