import type { Person } from './person.ts';
import { everywhere, type Story } from './story.ts';

/** Waits until the first page of a PDF and its text layer are rendered. */
export const showsPdf = async ({ until }: Person) => {
  await until('page 1 with its text', () => {
    const layer = document.querySelector('.page[data-page-number="1"] .textLayer');
    return layer?.textContent.includes('Introduction');
  });
  await until('a drawn page', () => {
    const canvas = document.querySelector<HTMLCanvasElement>('.page canvas');
    return canvas !== null && canvas.width > 0;
  });
};

export const pdfStories: readonly Story[] = [
  {
    flow: 'PDF: first pages and their text',
    sizes: everywhere,
    tell: async (person, house) => {
      await person.opens(`/read/${house.book('nested_outline')}?page=1`);
      await showsPdf(person);
      await person.page.press('PageDown');
      await person.page.press('End');
      await person.until(
        'the last page',
        () => Number(document.querySelector<HTMLElement>('main')?.dataset['page']) > 1,
      );
    },
  },
  {
    flow: 'PDF: words found on another page, and its contents',
    sizes: everywhere,
    tell: async (person, house, size) => {
      const shows = (page: string) =>
        person.until(
          `page ${page}`,
          (number) => document.querySelector<HTMLElement>('main')?.dataset['page'] === number,
          page,
        );
      await person.opens(`/read/${house.book('nested_outline')}?page=1&incognito=true`);
      await showsPdf(person);
      await person.page.press('Control+f');
      await person.click('textbox', 'Search text');
      await person.page.type('future  WORK');
      await person.sees('result');
      await person.page.press('Enter');
      await shows('9');
      // On a phone the panel closes to show the hit.
      if (size === 'desktop') await person.page.press('Escape');
      await person.until(
        'the panel to be closed',
        () => document.querySelector('input[type="search"]') === null,
      );
      await person.page.press('t');
      await person.click('button', 'Conclusion');
      await shows('7');
    },
  },
];
