import path from 'node:path';

import { expect } from 'vitest';

import { listBooksOfReadList } from '../../shared/api/read-lists.ts';
import { eventually, owner, startOctavo } from '../support/server.ts';
import { simulateUser } from './simulated-user.ts';
import { everywhere, type Story } from './story.ts';

/** Runs before anyone signs in, because cookies are shared between all ports of a host. */
export const firstRunStory: Story = {
  flow: 'First run: account, folder, preview, reading direction and home',
  sizes: everywhere,
  run: async ({ page, engine }, fixture, size) => {
    const server = await startOctavo(path.join(fixture.folder, `new-${size}`));
    try {
      const user = simulateUser(page, engine, server.url);
      const comics = path.join(fixture.folder, 'Comics');
      await user.open('/');
      await user.fill('User name', owner.username);
      await user.fill('E-mail', owner.email);
      await user.fill('Password', owner.password);
      await user.click('button', 'Create account');
      await user.click('button', 'Choose folder');
      await user.click('button', 'Comics');
      await user.waitFor(
        'the folder',
        () => document.querySelector('[aria-current=location]')?.textContent === 'Comics',
      );
      await user.click('button', 'Choose this folder');
      await user.see(comics);
      await user.click('button', 'Next');
      await user.see('Does this look right?');
      await user.see('Pepper & Carrot');
      await user.click('button', 'Next');
      await user.click('button', 'Open my library');
      await user.see('New series');
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
    run: async (user, fixture) => {
      await user.open('/libraries');
      await user.see('Webtoons');
      await user.open(`/library/${fixture.libraries['Comics'] ?? ''}`);
      await user.click('link', 'Pepper & Carrot');
      await user.see('Rainbow potions');
      const books = await user.page.evaluate(() => location.pathname);
      await user.click('link', 'Rainbow potions');
      await user.waitFor('the page of the book', () => location.pathname.startsWith('/book/'));
      await user.page.evaluate(() => history.back());
      await user.waitFor('the series', (path) => location.pathname === path, books);
    },
  },
  {
    flow: 'Search',
    sizes: everywhere,
    run: async (user) => {
      await user.open('/search?q=rainbow&view=books');
      await user.see('Rainbow potions');
      // No series has the word, so the books are shown.
      await user.open('/search?q=moby');
      await user.see('Moby-Dick');
    },
  },
  {
    flow: 'Filters: a value included, excluded, saved in the address, and cleared',
    sizes: everywhere,
    run: async (user, fixture) => {
      const shows = (wanted: string, unwanted: string) =>
        user.waitFor(
          `${wanted} without ${unwanted}`,
          (some, none) => {
            const cards = document.querySelectorAll('#content a[href^="/series/"]');
            const list = [...cards].map(({ textContent }) => textContent).join();
            return list.includes(some) && !list.includes(none);
          },
          wanted,
          unwanted,
        );
      await user.open(`/library/${fixture.libraries['Books'] ?? ''}?view=series`);
      await user.see('Herman Melville');
      await user.click('button', 'Filter');
      await user.click('button', 'Japanese');
      await user.see('Language is Japanese');
      await shows('倉塚りこ', 'Herman Melville');
      const address = await user.page.evaluate(() => location.pathname + location.search);
      expect(address).toContain('filter=');
      await user.click('button', 'Japanese');
      await user.see('Language is not Japanese');
      await shows('Herman Melville', '倉塚りこ');
      await user.open(address);
      await user.see('Language is Japanese');
      await shows('倉塚りこ', 'Herman Melville');
      await user.click('button', 'Clear filters');
      await user.see('Herman Melville');
      await expect.poll(() => user.page.evaluate(() => location.search)).not.toContain('filter=');
    },
  },
  {
    flow: 'Lists: a new one, books added, sorted by dragging, read in order',
    sizes: everywhere,
    run: async (user, fixture, size) => {
      const name = `In order on a ${size}`;
      const [first, second] = ['Potion of Flight', 'Rainbow potions'];
      await user.open('/read-lists');
      await user.click('button', 'New reading list');
      await user.fill('Name', name);
      await user.click('button', 'Create');
      const id = await user.waitFor(
        'the new list',
        () => /^\/read-list\/(.+)$/.exec(location.pathname)?.[1],
      );
      for (const title of [first, second]) {
        await user.open(`/book/${fixture.book(title)}`);
        await user.click('button', 'Add to list…');
        await user.fill('Find or create a list', name);
        await user.click('button', name);
        await user.see(`Added to ${name}`);
      }
      await user.open(`/read-list/${id}`);
      await user.click('button', 'Arrange');
      const target = await user.findStill('button', `Move ${first}`);
      const from = await user.findStill('button', `Move ${second}`);
      await user.page.drag(from, { x: target.x, y: target.y - 10 });
      const params = { id };
      await eventually('the other order at the server', async () => {
        const { data } = await fixture.client.call(listBooksOfReadList, { params });
        return data.map((book) => book.title).join() === [second, first].join() ? true : null;
      });
      await user.click('link', 'Continue: ');
      await user.waitFor(
        'the first of the list',
        (book) => location.pathname.includes(book),
        fixture.book(second),
      );
    },
  },
];
