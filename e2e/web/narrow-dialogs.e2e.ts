import path from 'node:path';

import { listBooks } from '../../shared/api/books.ts';
import { updateProgress } from '../../shared/api/progress.ts';
import { writeCbz } from '../../server/testing/zip.ts';
import { scanLibrary } from '../support/library.ts';
import { phoneSize } from '../support/phone.ts';
import { expect, test } from '../support/test.ts';

test('dialogs on a phone cut off neither a German label nor what a field asks for', async ({
  client,
  folder,
  openSignedIn,
}) => {
  writeCbz(path.join(folder, 'Shelf', 'Saga', 'Saga 001.cbz'), 40);
  await scanLibrary(client, 'Shelf', path.join(folder, 'Shelf'));
  const [book] = (await client.call(listBooks)).data;
  const params = { id: book?.id ?? '' };
  for (const [current_page, hours] of [
    [17, 48],
    [3, 24],
  ] as const) {
    const updated_at = new Date(Date.now() - hours * 3_600_000).toISOString();
    await client.call(updateProgress, { params, body: { current_page, updated_at } });
  }
  const page = await openSignedIn(`/book/${params.id}`, {
    locale: 'de-DE',
    viewport: { width: 320, height: 640 },
    hasTouch: true,
    isMobile: true,
  });

  await page.getByRole('button', { name: 'Weitere Leseoptionen' }).tap();
  await page.getByRole('menuitem', { name: 'Wo ich war' }).tap();
  const label = page.getByText('Dorthin zurück', { exact: true }).first();
  await label.waitFor();
  const cut = () => label.evaluate((text) => text.scrollWidth - text.clientWidth);
  await expect.poll(cut).toBeLessThanOrEqual(0);

  await page.setViewportSize(phoneSize);
  await page.goto('/settings/libraries');
  await page.getByRole('button', { name: 'Bibliothek hinzufügen' }).tap();
  const field = page.getByPlaceholder('Pfad auf dem Computer mit Octavo');
  const room = () =>
    field.evaluate((input) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(input);
      const text = document.createElement('canvas').getContext('2d');
      if (!(input instanceof HTMLInputElement) || text === null) return -Infinity;
      text.font = font;
      const padding = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight);
      return input.clientWidth - padding - text.measureText(input.placeholder).width;
    });
  await expect.poll(room).toBeGreaterThanOrEqual(0);

  // The buttons of a form cover nothing of what follows it.
  await page.goto('/settings/people');
  await page.getByRole('button', { name: 'ada bearbeiten' }).tap();
  const dialog = page.getByRole('dialog', { name: 'ada bearbeiten' });
  const signOut = dialog.getByRole('button', { name: 'Überall abmelden' });
  await signOut.waitFor();
  const isCovered = () =>
    signOut.evaluate((button) => {
      button.scrollIntoView({ block: 'center' });
      const { left, top, width } = button.getBoundingClientRect();
      return !button.contains(document.elementFromPoint(left + width / 2, top + 2));
    });
  await expect.poll(isCovered).toBe(false);
});
