import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

import { settled } from './visitor.ts';

/** What is wrong with what the page shows now, in words; empty when nothing is. */
export const faultsOf = async (
  page: Page,
  screen = new URL(page.url()).pathname,
): Promise<string[]> => {
  // Half-way through a fade, text has a contrast that nobody sees.
  await settled(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.flatMap((violation) =>
    violation.nodes.map((node) => `${screen}: ${violation.help}: ${node.html.slice(0, 160)}`),
  );
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return overflow > 0 ? [...found, `${screen}: ${overflow} px wider than the window`] : found;
};
