import path from 'node:path';

import { expect } from 'vitest';

import { listBooksOfReadList } from '../../shared/api/read-lists.ts';
import { eventually, owner, startOctavo } from '../support/server.ts';
import { personAt } from './person.ts';
import { everywhere, type Story } from './story.ts';

/** Runs before anyone signs in, because cookies are shared between all ports of a host. */
export const firstRunStory: Story = {
  flow: 'First run: an account, a folder, its look and direction, and home',
  sizes: everywhere,
  tell: async ({ page, engine }, house, size) => {
    const server = await startOctavo(path.join(house.folder, `new-${size}`));
    try {
      const person = personAt(page, engine, server.url);
      const comics = path.join(house.folder, 'Comics');
      await person.opens('/');
      await person.fills('User name', owner.username);
      await person.fills('E-mail', owner.email);
      await person.fills('Password', owner.password);
      await person.click('button', 'Create account');
      await person.click('button', 'Choose folder');
      await person.click('button', 'Comics');
      await person.until(
        'the folder',
        () => document.querySelector('[aria-current=location]')?.textContent === 'Comics',
      );
      await person.click('button', 'Choose this folder');
      await person.sees(comics);
      await person.click('button', 'Next');
      await person.sees('Does this look right?');
      await person.sees('Pepper & Carrot');
      await person.click('button', 'Next');
      await person.click('button', 'Open my library');
      await person.sees('New series');
      await expect.poll(() => page.evaluate(() => location.pathname)).toBe('/');
    } finally {
      await server.stop();
    }
  },
};

export const libraryStories: readonly Story[] = [
  {
    flow: 'Browse: home, library, series, book and back',
    sizes: everywhere,
    tell: async (person, house) => {
      await person.opens('/libraries');
      await person.sees('Webtoons');
      await person.opens(`/library/${house.libraries['Comics'] ?? ''}`);
      await person.click('link', 'Pepper & Carrot');
      await person.sees('Rainbow potions');
      const books = await person.page.evaluate(() => location.pathname);
      await person.click('link', 'Rainbow potions');
      await person.until('the page of the book', () => location.pathname.startsWith('/book/'));
      await person.page.evaluate(() => history.back());
      await person.until('the series', (path) => location.pathname === path, books);
    },
  },
  {
    flow: 'Search',
    sizes: everywhere,
    tell: async (person) => {
      await person.opens('/search?q=rainbow&view=books');
      await person.sees('Rainbow potions');
      // No series has the word, so the books are shown.
      await person.opens('/search?q=moby');
      await person.sees('Moby-Dick');
    },
  },
  {
    flow: 'Filters: a value included, excluded, kept in the address, and cleared',
    sizes: everywhere,
    tell: async (person, house) => {
      const shows = (wanted: string, unwanted: string) =>
        person.until(
          `${wanted} without ${unwanted}`,
          (some, none) => {
            const cards = document.querySelectorAll('#content a[href^="/series/"]');
            const list = [...cards].map(({ textContent }) => textContent).join();
            return list.includes(some) && !list.includes(none);
          },
          wanted,
          unwanted,
        );
      await person.opens(`/library/${house.libraries['Books'] ?? ''}?view=series`);
      await person.sees('Herman Melville');
      await person.click('button', 'Filter');
      await person.click('button', 'Japanese');
      await person.sees('Language is Japanese');
      await shows('倉塚りこ', 'Herman Melville');
      const address = await person.page.evaluate(() => location.pathname + location.search);
      expect(address).toContain('filter=');
      await person.click('button', 'Japanese');
      await person.sees('Language is not Japanese');
      await shows('Herman Melville', '倉塚りこ');
      await person.opens(address);
      await person.sees('Language is Japanese');
      await shows('倉塚りこ', 'Herman Melville');
      await person.click('button', 'Clear filters');
      await person.sees('Herman Melville');
      await expect.poll(() => person.page.evaluate(() => location.search)).not.toContain('filter=');
    },
  },
  {
    flow: 'Lists: a new one, books added, put in order by dragging, read along',
    sizes: everywhere,
    tell: async (person, house, size) => {
      const name = `In order on a ${size}`;
      const [first, second] = ['Potion of Flight', 'Rainbow potions'];
      await person.opens('/read-lists');
      await person.click('button', 'New reading list');
      await person.fills('Name', name);
      await person.click('button', 'Create');
      const id = await person.until(
        'the new list',
        () => /^\/read-list\/(.+)$/.exec(location.pathname)?.[1],
      );
      for (const title of [first, second]) {
        await person.opens(`/book/${house.book(title)}`);
        await person.click('button', 'Add to list…');
        await person.fills('Find or create a list', name);
        await person.click('button', name);
        await person.sees(`Added to ${name}`);
      }
      await person.opens(`/read-list/${id}`);
      await person.click('button', 'Arrange');
      const target = await person.findStill('button', `Move ${first}`);
      const from = await person.findStill('button', `Move ${second}`);
      await person.page.drag(from, { x: target.x, y: target.y - 10 });
      const params = { id };
      await eventually('the other order at the server', async () => {
        const { data } = await house.client.call(listBooksOfReadList, { params });
        return data.map((book) => book.title).join() === [second, first].join() ? true : null;
      });
      await person.click('link', 'Continue: ');
      await person.until(
        'the first of the list',
        (book) => location.pathname.includes(book),
        house.book(second),
      );
    },
  },
];
