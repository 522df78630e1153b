import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

import { settled } from './visitor.ts';

/** What is wrong with what the page shows now, in words; empty when nothing is. */
export const faultsOf = async (page: Page, screen?: string): Promise<string[]> => [
  ...(await examine(page, {}, screen)),
  ...(await overflowOf(page, screen)),
];

/** Only what another colour scheme can change: whether texts stand out from what is behind them. */
export const contrastFaultsOf = async (page: Page, screen?: string): Promise<string[]> =>
  examine(page, { runOnly: ['color-contrast'] }, screen);

const examine = async (
  page: Page,
  only: { runOnly?: string[] },
  screen = new URL(page.url()).pathname,
): Promise<string[]> => {
  // Half-way through a fade, text has a contrast that nobody sees.
  await settled(page);
  // Axe is large: a document that has it is not given it again.
  const hasAxe = await page.evaluate(() => 'axe' in globalThis);
  const { violations } = await new AxeBuilder({ page, ...(hasAxe ? { axeSource: 'null' } : {}) })
    // What a book holds is the book's, and no script runs in its frame.
    .exclude('iframe')
    // Without a page of its own for frames from elsewhere, and without reports of what is right.
    .setLegacyMode()
    .options({ resultTypes: ['violations'], preload: false, ...only })
    .analyze();
  return violations.flatMap((violation) =>
    violation.nodes.map((node) => `${screen}: ${violation.help}: ${node.html.slice(0, 160)}`),
  );
};

/** Says by how much what is shown is wider than its place, so that it would have to be moved sideways. */
export const overflowOf = async (
  page: Page,
  screen = new URL(page.url()).pathname,
): Promise<string[]> => {
  const widths = await page.evaluate(() =>
    [document.documentElement, document.querySelector('#content')].flatMap((place) =>
      place !== null && place.scrollWidth > place.clientWidth
        ? [place.scrollWidth - place.clientWidth]
        : [],
    ),
  );
  return widths.map((width) => `${screen}: ${width} px wider than its place`);
};
