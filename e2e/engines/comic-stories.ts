import type { SimulatedUser } from './simulated-user.ts';
import { acrossOnPhone, everywhere, type Story } from './story.ts';

/** Waits until a page of a comic is rendered. */
export const waitForComicPage = ({ waitFor }: SimulatedUser, number: number) =>
  waitFor(
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
  run: async (user, fixture) => {
    await user.setReader('comic', values);
    await user.open(`/read/${fixture.book(book)}?page=1&incognito=true`);
    await waitForComicPage(user, 1);
    for (const page of pages) {
      await user.page.press(key);
      await waitForComicPage(user, page);
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
    flow: 'Comic: the bars hide after the slider was dragged',
    // Desktop only: touch leaves no focus.
    sizes: ['desktop'],
    run: async (user, fixture) => {
      await user.setReader('comic', { layout: 'single' });
      await user.open(`/read/${fixture.book('Potion Contest')}?page=1`);
      await waitForComicPage(user, 1);
      await user.page.press('m');
      const middle = await user.find('slider', 'Page');
      await user.page.drag({ x: middle.x - 60, y: middle.y }, { x: middle.x + 60, y: middle.y });
      await user.waitFor(
        'another page',
        () => document.querySelector('img[data-page="1"]') === null,
      );
      await user.page.press('m');
      await user.waitFor('no bar', () => {
        const bar = document.querySelector('main [role="toolbar"]:has(input[type="range"])');
        return bar !== null && getComputedStyle(bar).opacity === '0';
      });
    },
  },
];
