import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

import { settled } from './page-steps.ts';

/** Accessibility violations of the current page, in words; empty if there are none. */
export const faultsOf = async (page: Page, screen?: string): Promise<string[]> => [
  ...(await examine(page, {}, screen)),
  ...(await overflowOf(page, screen)),
];

/** Only contrast violations, which depend on the colour scheme. */
export const contrastFaultsOf = async (page: Page, screen?: string): Promise<string[]> =>
  examine(page, { runOnly: ['color-contrast'] }, screen);

const examine = async (
  page: Page,
  only: { runOnly?: string[] },
  screen = new URL(page.url()).pathname,
): Promise<string[]> => {
  let violations = await violationsOf(page, only);
  // A notice that comes or goes meanwhile has less contrast for a moment.
  if (violations.length > 0) violations = await violationsOf(page, only);
  return violations.flatMap((violation) =>
    violation.nodes.map((node) => `${screen}: ${violation.help}: ${node.html.slice(0, 160)}`),
  );
};

const violationsOf = async (page: Page, only: { runOnly?: string[] }) => {
  // Wait for fades, which change the contrast temporarily.
  await settled(page);
  // Axe is large: do not inject it twice.
  const hasAxe = await page.evaluate(() => 'axe' in globalThis);
  const { violations } = await new AxeBuilder({ page, ...(hasAxe ? { axeSource: 'null' } : {}) })
    // Book content is not ours, and its frame runs no scripts.
    .exclude('iframe')
    // Legacy mode needs no extra page for cross-origin frames; skip the report of passed rules.
    .setLegacyMode()
    .options({ resultTypes: ['violations'], preload: false, ...only })
    .analyze();
  return violations;
};

/** Reports horizontal overflow of the page. */
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

/**
 * Lists visible fields with a font size below 16 px: iOS zooms into such a field on focus and does
 * not zoom back.
 */
export const smallFieldsOf = async (page: Page, screen: string): Promise<string[]> => {
  const fields = await page.evaluate(() =>
    [...document.querySelectorAll('input, textarea, select, [contenteditable="true"]')].flatMap(
      (field) => {
        const size = Number.parseFloat(getComputedStyle(field).fontSize);
        const isText = !['checkbox', 'radio', 'range', 'color', 'file', 'hidden'].includes(
          field.getAttribute('type') ?? '',
        );
        const isSmall = isText && field.checkVisibility() && size < 16;
        return isSmall ? [`${field.getAttribute('aria-label') ?? field.outerHTML} ${size} px`] : [];
      },
    ),
  );
  return fields.map((field) => `${screen}: field with small letters: ${field.slice(0, 120)}`);
};
