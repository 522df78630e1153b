import {
  addToCollection,
  createCollection,
  getCollection,
  listCollections,
  listSeriesOfCollection,
} from '../../shared/api/collections.ts';
import { listReadLists } from '../../shared/api/read-lists.ts';
import { listSeries } from '../../shared/api/series.ts';
import { listSmartLists } from '../../shared/api/smart-lists.ts';
import { listWantedIds } from '../../shared/api/want-to-read.ts';
import { faultsOf } from '../support/accessibility.ts';
import { scanGenerated } from '../support/library.ts';
import { eventually } from '../support/server.ts';
import { expect, test } from '../support/test.ts';
import { delayRequests, moveUp } from '../support/page-steps.ts';

const cbl = `<?xml version="1.0"?>
<ReadingList><Name>The event</Name><Books>
  <Book Series="Series 00001" Number="1" /><Book Series="Elsewhere" Number="7" />
</Books></ReadingList>`;

test('lists are made by rules, of a file and by hand, and keep what they are given', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const { library } = await scanGenerated(client, folder, 'Comics', 3);
  const { data: all } = await client.call(listSeries);
  const first = all[0]?.id;
  const faults: string[] = [];
  const page = await openSignedIn(null);

  // Save a library's filter as a smart list.
  const filter = encodeURIComponent('1["all",["name","is","Series 00002"]]');
  await page.goto(`/library/${library.id}?filter=${filter}`);
  await page.getByRole('button', { name: 'Save as smart list' }).click();
  const smart = page.getByRole('dialog', { name: 'New smart list' });
  await smart.getByRole('textbox', { name: 'Name' }).fill('Just the second');
  await smart.getByText('1 series matches now').waitFor();
  faults.push(...(await faultsOf(page, 'smart list dialog')));
  await smart.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { level: 1, name: 'Just the second' }).waitFor();
  await page.getByRole('link', { name: /Series 00002/ }).waitFor();

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Show on Home' }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Share with everybody' }).click();
  await page.getByText('Just the second is now shared with everybody').waitFor();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByRole('link', { name: 'Just the second' }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete list' }).click();
  await page.getByRole('heading', { level: 1, name: 'Smart lists' }).waitFor();
  await page.keyboard.press('Control+z');
  await page.getByRole('link', { name: /Just the second/ }).waitFor();
  const { data: smartLists } = await client.call(listSmartLists);
  expect(smartLists).toMatchObject([{ name: 'Just the second', shared: true, target: 'series' }]);
  faults.push(...(await faultsOf(page)));

  // Import a reading list from a file and correct one line.
  await page.getByRole('link', { name: 'Reading lists' }).click();
  await page.locator('input[type=file]').setInputFiles({
    name: 'event.cbl',
    mimeType: 'application/xml',
    buffer: Buffer.from(cbl),
  });
  const table = page.getByRole('dialog', { name: 'Import reading list' });
  await table.getByText('1 book of 2 lines').waitFor();
  await table.getByRole('button', { name: 'Choose the book of Elsewhere #7' }).click();
  await table.getByRole('searchbox', { name: 'Search your books' }).fill('00003');
  await table.getByRole('button', { name: /Series 00003/ }).click();
  await table.getByText('Chosen by you').waitFor();
  faults.push(...(await faultsOf(page, 'import')));
  await table.getByRole('button', { name: 'Create list' }).click();
  await page.getByRole('heading', { level: 1, name: 'The event' }).waitFor();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Choose cover' }).click();
  await page.getByRole('button', { name: /Cover of Series 00003/ }).click();
  await page.getByText('A cover you chose').waitFor();
  faults.push(...(await faultsOf(page, 'cover')));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Arrange', exact: true }).click();
  faults.push(...(await faultsOf(page)));
  const { data: readLists } = await client.call(listReadLists);
  expect(readLists).toMatchObject([{ name: 'The event', book_count: 2, cover_source: 'member' }]);

  // Undo restores the URL, the cover and the pin in the sidebar.
  const address = page.url();
  const pin = page.getByRole('navigation').getByRole('link', { name: 'The event' });
  await page.getByRole('button', { name: 'Pin to sidebar' }).click();
  await pin.waitFor();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete list' }).click();
  await page.getByRole('heading', { level: 1, name: 'Reading lists' }).waitFor();
  await expect.poll(() => pin.count()).toBe(0);
  await page.keyboard.press('Control+z');
  await pin.waitFor();
  await page
    .getByRole('main')
    .getByRole('link', { name: /The event/ })
    .click();
  await page.getByRole('heading', { level: 1, name: 'The event' }).waitFor();
  expect(page.url()).toBe(address);
  expect((await client.call(listReadLists)).data).toMatchObject([{ cover_source: 'member' }]);

  // Create a rule-based collection.
  await page.getByRole('link', { name: 'Collections' }).click();
  await page.getByRole('button', { name: 'New collection' }).click();
  const dialog = page.getByRole('dialog', { name: 'New collection' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('All in CBZ');
  await dialog.getByText('By rules').click();
  await dialog.getByRole('button', { name: 'Add rule' }).click();
  await dialog.getByRole('combobox', { name: 'Field' }).selectOption('format');
  await dialog.getByRole('combobox', { name: 'Value' }).selectOption('cbz');
  await dialog.getByText('3 series match now').waitFor();
  faults.push(...(await faultsOf(page, 'collection dialog')));
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByText('All series where Format is CBZ').waitFor();

  // A card's menu opens by its dots and by right click.
  await page.goto(`/library/${library.id}`);
  await page.getByRole('link', { name: /Series 00002/ }).hover();
  await page.getByRole('button', { name: 'Actions for this title' }).click();
  await page.getByRole('menuitem', { name: 'Mark as read', exact: true }).click();
  await page.getByText('1 book marked as read').waitFor();
  await page.getByRole('link', { name: /Series 00003/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Want to read' }).waitFor();
  faults.push(...(await faultsOf(page, 'card menu')));
  await page.getByRole('menuitem', { name: 'Add to list…' }).click();
  await page.getByRole('dialog', { name: 'Add series to a list' }).waitFor();
  await page.keyboard.press('Escape');

  // Add a selection to a new list; W adds the open record to "Want to read".
  await page.getByRole('link', { name: /Series 00001/ }).focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Add to list…' }).click();
  const add = page.getByRole('dialog', { name: 'Add 3 series to a list' });
  await add.getByRole('searchbox').fill('By hand');
  await add.getByRole('button', { name: 'Create “By hand”' }).click();
  await page.getByText('3 added to By hand').waitFor();
  const { data: collections } = await client.call(listCollections);
  expect(collections.map(({ name, series_count }) => [name, series_count])).toEqual([
    ['All in CBZ', 3],
    ['By hand', 3],
  ]);
  const wanted = async () => (await client.call(listWantedIds)).ids;
  await page.goto(`/series/${first ?? ''}`);
  await page.getByRole('link', { name: 'By hand' }).waitFor();
  await page.keyboard.press('w');
  await eventually('the series on the list', async () => {
    const ids = await wanted();
    return ids.length === 1 ? ids : null;
  });
  await page.goto('/want-to-read');
  await page.getByRole('link', { name: /Series 00001/ }).waitFor();
  faults.push(...(await faultsOf(page)));
  await page.getByRole('button', { name: /^Remove Series 00001/ }).click();
  await page.getByText('Your list is empty').waitFor();
  await expect.poll(wanted).toEqual([]);

  // Continue reading along a list, to its end.
  await page.goto(address);
  await page.getByRole('link', { name: /^Continue: / }).click();
  await page.locator('main[data-state=ready]').waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowRight');
  const next = page.getByRole('group', { name: 'Next in “The event”' });
  await next.getByText('Series 00003', { exact: false }).waitFor();
  faults.push(...(await faultsOf(page, 'end of a book on a list')));
  await next.getByRole('button', { name: 'Open next book' }).click();
  await page.locator('main[data-state=ready]').waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowRight');
  await page.getByText('You have reached the end of “The event”.').waitFor();
  expect(faults).toEqual([]);
});

/** Runs in the page: notes the rows that come back after they were removed. */
const watchRows = () => {
  const { dataset } = document.documentElement;
  const gone = new Set<string>();
  const nameOf = (node: Node) =>
    node instanceof HTMLLIElement
      ? (node.querySelector('[aria-label^="Move "]')?.getAttribute('aria-label') ?? '')
      : '';
  const namesIn = (nodes: NodeList) =>
    [...nodes].flatMap((node) => /^Move (Series \d+)/.exec(nameOf(node))?.[1] ?? []);
  dataset.flashes = '';
  new MutationObserver((records) => {
    for (const { addedNodes, removedNodes } of records) {
      const back = namesIn(addedNodes).filter((name) => gone.has(name));
      dataset.flashes = [dataset.flashes, ...back].join('');
      for (const name of namesIn(removedNodes)) gone.add(name);
    }
  }).observe(document.body, { childList: true, subtree: true });
};

test('a list keeps changes that follow each other quickly or come from others, and its order', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const { library } = await scanGenerated(client, folder, 'Comics', 5);
  const { data: all } = await client.call(listSeries);
  const series_ids = all.map(({ id }) => id);
  const { id } = await client.call(createCollection, { body: { name: 'Five', series_ids } });
  const listed = async () => {
    const { data } = await client.call(listSeriesOfCollection, { params: { id } });
    return data.map(({ name }) => Number(name.slice(-5)));
  };
  const isByHand = async () => (await client.call(getCollection, { params: { id } })).ordered;

  const page = await openSignedIn(`/collection/${id}`);
  await page.getByRole('button', { name: 'Arrange', exact: true }).click();
  // Each change is begun before the one before it is done.
  await delayRequests(page, `**/collections/${id}/series*`, 200);
  await page.evaluate(watchRows);
  for (const number of [1, 2, 3]) {
    const name = `Series 0000${number}`;
    await page.getByRole('button', { name: `Remove ${name}` }).click();
    // Not the button that continues with it.
    await page.getByRole('link', { name: new RegExp(`^${name}`) }).waitFor({ state: 'detached' });
  }
  await page.getByText('Series 00003 removed from the list').waitFor();
  await expect.poll(listed).toEqual([4, 5]);
  const flashes = page.evaluate(() => document.documentElement.dataset.flashes);
  await expect(flashes, 'rows that came back for a moment').resolves.toBe('');
  expect(await isByHand()).toBe(false);

  // Undo leaves what another person added since.
  const added = { series_ids: series_ids.slice(0, 1) };
  await client.call(addToCollection, { params: { id }, body: added });
  await page.keyboard.press('Control+z');
  await expect.poll(listed).toEqual([1, 3, 4, 5]);
  await page.unrouteAll({ behavior: 'wait' });
  // Both, because each of the changes is shown by itself; an entry must not be picked up before.
  for (const number of [1, 3])
    await page.getByRole('button', { name: `Move Series 0000${number}`, exact: true }).waitFor();

  await page.getByRole('button', { name: 'Move Series 00005', exact: true }).focus();
  await page.keyboard.press('Space');
  await page.getByText('Series 00005 is at position 4 of 4').waitFor({ state: 'attached' });
  await moveUp(page, 'Series 00005 is at position 3 of 4');
  await page.keyboard.press('Space');
  await expect.poll(listed).toEqual([1, 3, 5, 4]);
  await page.getByText('Order of Five changed').waitFor();
  await page.keyboard.press('Control+z');
  await expect.poll(listed).toEqual([1, 3, 4, 5]);
  await expect.poll(isByHand).toBe(false);

  // Books that were on the list already do not count as added.
  await page.goto(`/library/${library.id}`);
  await page.getByRole('link', { name: /Series 00001/ }).focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Add to list…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /Five/ }).click();
  await page.getByText('Added to Five').waitFor();
  await page.getByRole('button', { name: 'Want to read', exact: true }).click();
  await page.getByText('5 added to Want to read').waitFor();

  // The first of two moves would be answered last.
  const wanted = async () => (await client.call(listWantedIds)).ids;
  const [first, second, third, fourth, last = ''] = await wanted();
  const name = all.find((series) => series.id === last)?.name ?? '';
  await page.goto('/want-to-read');
  await delayRequests(page, '**/want-to-read/order', 1500, { times: 1 });
  for (const place of [4, 3]) {
    await page.getByRole('button', { name: `Move ${name}`, exact: true }).focus();
    await page.keyboard.press('Space');
    await page.getByText(`${name} is at position ${place + 1} of 5`).waitFor({ state: 'attached' });
    await moveUp(page, `${name} is at position ${place} of 5`);
    await page.keyboard.press('Space');
  }
  await expect.poll(wanted).toEqual([first, second, last, third, fourth]);
});
