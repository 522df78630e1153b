import path from 'node:path';

import { pngPage, writeCbz } from '../../server/testing/zip.ts';
import { listBooks } from '../../shared/api/books.ts';
import { scanLibrary } from '../support/library.ts';
import { phoneSize } from '../support/phone.ts';
import { reader } from '../support/reader.ts';
import { expect, test } from '../support/test.ts';

const shapes = [
  { name: 'flat', width: 3000, height: 60 },
  { name: 'narrow', width: 60, height: 3000 },
];
const windows = [{ width: 1280, height: 800 }, phoneSize];

test('the button of a page that could not be loaded is in reach however flat or narrow the page is', async ({
  client,
  folder,
  openSignedIn,
}) => {
  for (const { name, width, height } of shapes) {
    const pages = [1, 2, 3].map((number) => ({
      name: `${number}.png`,
      data: pngPage(width, height, 60 * number),
    }));
    writeCbz(path.join(folder, 'Comics', name, `${name}.cbz`), pages);
  }
  await scanLibrary(client, 'Comics', path.join(folder, 'Comics'));
  const { data: books } = await client.call(listBooks, {});
  const page = await openSignedIn(null);
  const images = '**/api/v1/books/*/pages/*';
  const retry = page.getByRole('button', { name: 'Try again' }).first();
  for (const { id, title } of books) {
    for (const viewport of windows) {
      await page.setViewportSize(viewport);
      await page.route(images, (route) => route.abort());
      await page.goto(`/read/${id}`);
      await retry.waitFor();
      // In the window, where a click meets it and nothing else. It is not clicked, because the page is asked for again anyway.
      const isReachable = await retry.evaluate((button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect();
        return [
          document.elementFromPoint(left + 4, top + 4),
          document.elementFromPoint(right - 4, bottom - 4),
        ].every((element) => button.contains(element));
      });
      expect(isReachable, `${title}, ${viewport.width} px`).toBe(true);
      await page.unroute(images);
      await reader(page).shows('Page 1');
    }
  }
});
