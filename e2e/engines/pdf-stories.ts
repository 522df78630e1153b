import type { SimulatedUser } from './simulated-user.ts';
import { everywhere, type Story } from './story.ts';

/** Waits until the first page of a PDF and its text layer are rendered. */
export const waitForPdf = async ({ waitFor }: SimulatedUser) => {
  await waitFor('page 1 with its text', () => {
    const layer = document.querySelector('.page[data-page-number="1"] .textLayer');
    return layer?.textContent.includes('Introduction');
  });
  await waitFor('a drawn page', () => {
    const canvas = document.querySelector<HTMLCanvasElement>('.page canvas');
    return canvas !== null && canvas.width > 0;
  });
};

export const pdfStories: readonly Story[] = [
  {
    flow: 'PDF: first pages and their text',
    sizes: everywhere,
    run: async (user, fixture) => {
      await user.open(`/read/${fixture.book('nested_outline')}?page=1`);
      await waitForPdf(user);
      await user.page.press('PageDown');
      await user.page.press('End');
      await user.waitFor(
        'the last page',
        () => Number(document.querySelector<HTMLElement>('main')?.dataset['page']) > 1,
      );
    },
  },
  {
    flow: 'PDF: search on other pages, and the table of contents',
    sizes: everywhere,
    run: async (user, fixture, size) => {
      const shows = (page: string) =>
        user.waitFor(
          `page ${page}`,
          (number) => document.querySelector<HTMLElement>('main')?.dataset['page'] === number,
          page,
        );
      await user.open(`/read/${fixture.book('nested_outline')}?page=1&incognito=true`);
      await waitForPdf(user);
      await user.page.press('Control+f');
      await user.click('textbox', 'Search text');
      await user.page.type('future  WORK');
      await user.see('result');
      await user.page.press('Enter');
      await shows('9');
      // On a phone the panel closes to show the hit.
      if (size === 'desktop') await user.page.press('Escape');
      await user.waitFor(
        'the panel to be closed',
        () => document.querySelector('input[type="search"]') === null,
      );
      await user.page.press('t');
      await user.click('button', 'Conclusion');
      await shows('7');
    },
  },
];
