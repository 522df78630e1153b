import type { Person } from './person.ts';
import { acrossOnPhone, everywhere, type Story } from './story.ts';

/** Waits until a page of a comic is rendered. */
export const showsPage = ({ until }: Person, number: number) =>
  until(
    `page ${number} of the comic`,
    (page) => {
      const image = document.querySelector<HTMLImageElement>(`img[data-page="${page}"]`);
      return image?.complete === true && image.naturalWidth > 0;
    },
    number,
  );

const comic = (
  flow: string,
  book: string,
  values: Record<string, unknown>,
  { key, pages }: { key: string; pages: number[] },
): Story => ({
  flow: `Comic: ${flow}`,
  sizes: everywhere,
  tell: async (person, house) => {
    await person.chooses('comic', values);
    await person.opens(`/read/${house.book(book)}?page=1&incognito=true`);
    await showsPage(person, 1);
    for (const page of pages) {
      await person.page.press(key);
      await showsPage(person, page);
    }
  },
});

export const comicStories: readonly Story[] = [
  comic(
    'single pages',
    'Potion Contest',
    { layout: 'single' },
    { key: 'ArrowRight', pages: [2, 3, 4] },
  ),
  acrossOnPhone(
    comic(
      'double pages',
      'Potion Contest',
      { layout: 'double' },
      { key: 'ArrowRight', pages: [2, 4] },
    ),
  ),
  comic('right to left', 'ハルコ', { layout: 'single' }, { key: 'ArrowLeft', pages: [2, 3] }),
  comic('webtoon', 'Episode 006', { mode: 'webtoon' }, { key: 'End', pages: [] }),
  {
    flow: 'Comic: the bars go after the slider was dragged',
    // Desktop only: touch leaves no focus.
    sizes: ['desktop'],
    tell: async (person, house) => {
      await person.chooses('comic', { layout: 'single' });
      await person.opens(`/read/${house.book('Potion Contest')}?page=1`);
      await showsPage(person, 1);
      await person.page.press('m');
      const middle = await person.find('slider', 'Page');
      await person.page.drag({ x: middle.x - 60, y: middle.y }, { x: middle.x + 60, y: middle.y });
      await person.until(
        'another page',
        () => document.querySelector('img[data-page="1"]') === null,
      );
      await person.page.press('m');
      await person.until('no bar', () => {
        const bar = document.querySelector('main [role="toolbar"]:has(input[type="range"])');
        return bar !== null && getComputedStyle(bar).opacity === '0';
      });
    },
  },
];
