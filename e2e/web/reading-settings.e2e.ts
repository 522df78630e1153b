import { faultsOf } from '../support/accessibility.ts';
import { scanPepperAndCarrot } from '../support/library.ts';
import { expect, test } from '../support/test.ts';

test('the settings have the defaults of every reader on one page', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const { contest } = await scanPepperAndCarrot(client, folder);
  const page = await openSignedIn('/settings/reading');
  const comics = page.getByRole('region', { name: 'Comics and manga' });
  const fit = comics.getByRole('radiogroup', { name: 'Fit' });
  await fit.getByRole('radio', { name: 'Width', exact: true }).check();
  for (const [region, group] of [
    ['Books', 'Font'],
    ['PDF documents', 'Fit'],
  ] as const) {
    await page
      .getByRole('region', { name: region })
      .getByRole('radiogroup', { name: group })
      .waitFor();
  }
  expect(await faultsOf(page, 'reading settings')).toEqual([]);

  await page.goto(`/read/${contest}`);
  await page.locator('main[data-state="ready"]').waitFor();
  await page.keyboard.press('s');
  const panel = page.getByRole('dialog', { name: 'Reader settings' });
  const fitHere = panel.getByRole('radiogroup', { name: 'Fit' });
  await expect
    .poll(() => fitHere.getByRole('radio', { name: 'Width', exact: true }).isChecked())
    .toBe(true);
  await expect.poll(() => fitHere.locator('small').count()).toBe(0);

  await panel.getByRole('link', { name: 'All reading settings' }).click();
  await fit.getByRole('button', { name: 'Reset Fit' }).click();
  await expect.poll(() => fit.getByRole('radio', { name: 'Screen' }).isChecked()).toBe(true);
});
