import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { listSeries } from '../../shared/api/series.ts';
import { pngPage, writeCbz } from '../../server/testing/zip.ts';
import { faultsOf } from '../support/accessibility.ts';
import { generateLibrary, scanGenerated, scanLibrary } from '../support/library.ts';
import { settled } from '../support/page-steps.ts';
import { expect, test } from '../support/test.ts';

test('browsing: select and undo, filter, letters, folders, gaps, all by keyboard', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const root = generateLibrary(path.join(folder, 'Shelf'), 30);
  for (const [name, genre] of [
    ['Akira', 'Drama'],
    ['Zorro', 'Western'],
  ] as const) {
    for (const number of [1, 2, 5]) {
      const info = `<Series>${name}</Series><Number>${number}</Number><Genre>${genre}</Genre><Writer>Ann</Writer>`;
      writeCbz(path.join(root, name, `${name} ${number}.cbz`), 2, info);
    }
  }
  const { library } = await scanLibrary(client, 'Shelf', root);
  const read = async () => {
    const { data } = await client.call(listSeries, { query: { pageSize: 100 } });
    return data.filter((series) => series.read_status === 'read').length;
  };
  const page = await openSignedIn(`/library/${library.id}`, { reducedMotion: 'reduce' });
  const faults: string[] = [];
  const list = page.getByRole('list', { name: 'Shelf' });

  // Shift + arrows select a range; the bar marks it as read, and Undo reverts that.
  await list.getByRole('link').first().focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.getByText('3 series selected').waitFor();
  faults.push(...(await faultsOf(page, 'selection')));

  // A selection that could not be marked stays.
  await page.route('**/progress/marks', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Mark as read', exact: true }).click();
  await page.getByRole('alert').first().waitFor();
  await page.getByText('3 series selected').waitFor();
  await page.getByRole('button', { name: 'Mark as read', exact: true }).click();
  await page.getByText('5 books marked as read').waitFor();
  await expect.poll(read).toBe(3);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(read).toBe(0);

  // Select all, including unloaded records.
  await list.getByRole('link').first().focus();
  await page.keyboard.press('Control+a');
  await page.getByText('32 series selected').waitFor();
  await page.keyboard.press('Escape');

  // After fast scrolling, covers load where it stops.
  await page.evaluate(async () => {
    const content = document.querySelector('#content');
    for (let frame = 0; content && frame < 12; frame += 1) {
      content.scrollTop += 120;
      await new Promise(requestAnimationFrame);
    }
  });
  const atRest = (covers: string) => list.locator(covers).count();
  await list.getByRole('link', { name: /Zorro/ }).waitFor();
  await expect.poll(() => page.locator('[data-passing]').count()).toBe(0);
  await expect.poll(() => atRest('[data-cover] img[decoding]:not([data-loaded])')).toBe(0);
  expect(await atRest('[data-cover] img[data-loaded]')).toBeGreaterThan(6);

  // A chip includes, then excludes; the filter is kept in the URL.
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('button', { name: /^Drama/ }).click();
  await page.getByText('Genre is Drama').waitFor();
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
  // The tab counts what is shown, and so does the button that closes the filter.
  await page.getByRole('link', { name: /^Series 1 of \d+$/ }).waitFor();
  await page.getByRole('button', { name: 'Show 1 series' }).waitFor();
  faults.push(...(await faultsOf(page, 'filters')));
  await page.reload();
  await page.getByText('Genre is Drama').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();

  // The alphabet index jumps, Enter opens, and a gap between two books is marked.
  await page.getByRole('button', { name: 'Z, 1 entry' }).click();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent ?? ''))
    .toContain('Zorro');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Zorro', level: 1 }).waitFor();
  await page.getByText('Ch 3–4 missing').waitFor();
  faults.push(...(await faultsOf(page, 'series')));

  // A genre links to all series with it; Back returns.
  await page.getByRole('link', { name: 'Western' }).click();
  await page.getByText('Genre is Western').waitFor();

  // The table sorts by its heads, and the folders tab shows the disk.
  await page.goto(`/library/${library.id}?layout=table`);
  await page.getByRole('button', { name: 'Books' }).click();
  await page
    .getByRole('columnheader', { name: 'Books' })
    .and(page.locator('[aria-sort]'))
    .waitFor();
  faults.push(...(await faultsOf(page, 'table')));

  // The table head is sticky.
  await page.locator('#content').evaluate((content) => content.scrollTo(0, content.scrollHeight));
  const head = await page.getByRole('columnheader', { name: 'Books' }).boundingBox();
  const content = await page.locator('#content').boundingBox();
  expect(head?.y).toBeGreaterThanOrEqual(content?.y ?? Infinity);

  await page.getByRole('link', { name: 'Folders' }).click();
  await page.getByRole('link', { name: /Akira/ }).click();
  await page
    .getByRole('link', { name: /Akira.*5|Akira/ })
    .first()
    .waitFor();
  faults.push(...(await faultsOf(page, 'folders')));
  expect(faults).toEqual([]);
});

test('without a library, the page of all libraries offers to add one', async ({ openSignedIn }) => {
  const page = await openSignedIn('/library/all');
  await page.getByRole('heading', { name: 'All libraries', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Add a folder' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
});

test('a book that is a folder of images is called one', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const images = path.join(folder, 'Comics', 'Harbour', 'Chapter 1');
  mkdirSync(images, { recursive: true });
  for (const page of ['01.png', '02.png']) writeFileSync(path.join(images, page), pngPage());
  const { library } = await scanLibrary(client, 'Comics', path.join(folder, 'Comics'));
  const page = await openSignedIn(`/library/${library.id}?view=books&layout=list`);
  await page.getByText(/^Folder · /).waitFor();
  await page.goto(`/library/${library.id}?view=books&layout=table`);
  await page.getByText('Folder', { exact: true }).waitFor();
  await page.getByText('Chapter 1').first().click();
  await page.getByText(/2 pages · Folder · /).waitFor();
});

test('the head of a table is in sight below the tools, whatever their width', async ({
  client,
  folder,
  openSignedIn,
}) => {
  await scanGenerated(client, folder, 'Comics', 60);
  const page = await openSignedIn('/library/all?layout=table');
  const head = page.getByRole('columnheader', { name: 'Name' });
  for (const width of [800, 990, 1010, 1280]) {
    await page.setViewportSize({ width, height: 600 });
    await page.locator('#content').evaluate((content) => content.scrollTo(0, 900));
    const isInSight = () =>
      head.evaluate((cell) => {
        const { left, top, height } = cell.getBoundingClientRect();
        return cell.contains(document.elementFromPoint(left + 20, top + height / 2));
      });
    await expect.poll(isInSight, { message: `in ${width} px` }).toBe(true);
  }
});

test('the filter shows no number before it is known', async ({ client, folder, openSignedIn }) => {
  await scanGenerated(client, folder, 'Comics', 3);
  const page = await openSignedIn('/library/all');
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('button', { name: 'Show 3 series' }).waitFor();
  const held: (() => void)[] = [];
  await page.route('**/api/v1/series/**', async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await page.getByRole('button', { name: 'Unread', exact: true }).click();
  await page.getByRole('button', { name: 'Show series', exact: true }).waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const release of held) release();
  await page.getByRole('button', { name: 'Show 3 series' }).waitFor();
});

/** Contrast of an element's text with its background over that of the parent; runs in the page. */
const contrastOf = (element: Element): number => {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const luminanceOf = (colours: (string | undefined)[]): number => {
    if (canvas === null) return NaN;
    for (const colour of colours) {
      canvas.fillStyle = colour ?? 'transparent';
      canvas.fillRect(0, 0, 1, 1);
    }
    const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map(
      (value) => (value / 255) ** 2.2,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const { color, backgroundColor } = getComputedStyle(element);
  const parent = element.parentElement && getComputedStyle(element.parentElement).backgroundColor;
  const behind = [parent ?? '', backgroundColor];
  const [low = 0, high = 0] = [luminanceOf(behind), luminanceOf([...behind, color])].sort(
    (first, second) => first - second,
  );
  return (high + 0.05) / (low + 0.05);
};

test('the actions of a selection can be read under the pointer, in both colours', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const { library } = await scanGenerated(client, folder, 'Comics', 2);
  const page = await openSignedIn(`/library/${library.id}`);
  await page
    .getByRole('link', { name: /1 book/ })
    .first()
    .focus();
  await page.keyboard.press('Control+a');
  const wanted = page.getByRole('button', { name: 'Want to read', exact: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
    await wanted.hover();
    await settled(page);
    expect(await wanted.evaluate(contrastOf), colorScheme).toBeGreaterThan(4.5);
  }
});
