import path from 'node:path';

import { listBooks } from '../../shared/api/books.ts';
import { updateProgress } from '../../shared/api/progress.ts';
import { faultsOf } from '../support/accessibility.ts';
import { copyFixtures, scanLibrary } from '../support/library.ts';
import { setUp } from '../support/server.ts';
import { expect, test } from '../support/test.ts';
import { enter } from '../support/visitor.ts';

const sizes = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

test.for([
  ['light', 'desktop'],
  ['dark', 'desktop'],
  ['light', 'phone'],
  ['dark', 'phone'],
] as const)(
  'every screen is accessible in %s on a %s',
  async ([colorScheme, size], { server, folder, open }) => {
    const page = await open('/', { colorScheme, reducedMotion: 'reduce', ...sizes[size] });
    const found: string[] = [];
    const look = async (screen: string) => {
      found.push(...(await faultsOf(page, screen)));
      await page.screenshot({ path: `test-results/screens/${size}-${colorScheme}-${screen}.png` });
    };

    await page.getByRole('button', { name: 'Create account' }).waitFor();
    await look('first-run');

    const client = await setUp(server);
    await page.goto('/');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await look('sign-in');
    await enter(page);
    await page.getByText('Add your first folder').waitFor();
    await look('home-empty');

    const comics = copyFixtures('library/Comics', path.join(folder, 'Comics'));
    copyFixtures('faults/archive-damaged', path.join(comics, 'Damaged'));
    const { library } = await scanLibrary(client, 'Comics', comics);
    const { data: books } = await client.call(listBooks, { query: { pageSize: 500 } });
    const book = books.find(({ title }) => title.includes('Potion Contest'));
    const broken = books.find(({ error }) => error !== null);
    if (!book || !broken) throw new Error('The library lacks the books that the screens show');
    await client.call(updateProgress, { params: { id: book.id }, body: { current_page: 5 } });

    const addresses = {
      home: '/',
      libraries: '/libraries',
      library: `/library/${library.id}`,
      'library-books': `/library/${library.id}?view=books`,
      series: `/series/${book.series_id}`,
      book: `/book/${book.id}`,
      'book-broken': `/book/${broken.id}`,
      settings: '/settings',
      devices: '/settings/devices',
      downloads: '/downloads',
      pair: '/pair#token=none',
      reader: `/read/${book.id}`,
      'reader-broken': `/read/${broken.id}`,
      'not-found': '/nowhere',
    };
    for (const [screen, address] of Object.entries(addresses)) {
      await page.goto(address);
      await page.getByRole('heading').first().waitFor({ state: 'attached' });
      await look(screen);
    }

    await page.goto(addresses.devices);
    await page.getByRole('button', { name: 'Pair a phone' }).click();
    await page.getByRole('timer').waitFor();
    await look('pairing');

    await page.goto(addresses.reader);
    await page.getByRole('region', { name: /5.* of 12/ }).waitFor();
    for (const [panel, key] of Object.entries({
      controls: 'm',
      thumbnails: 't',
      options: 's',
      help: '?',
    })) {
      await page.keyboard.press(key);
      await look(`reader-${panel}`);
    }
    expect(found).toEqual([]);
  },
);
