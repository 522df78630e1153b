import { fillHousehold } from '../support/seed-data.ts';
import { takeShifts, watchShifts } from '../support/layout-shifts.ts';
import { screensOf } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { settled } from '../support/page-steps.ts';

/** Sum of all shifts of a screen, stricter than Google's limit of 0.1 for a good page. */
const most = 0.02;

/** Screens whose parts load one after the other. */
const screens = [
  '/',
  '/health',
  '/trash',
  '/search',
  '/library/$libraryId/organise',
  '/series/$seriesId',
  '/book/$bookId',
  '/settings/advanced',
  '/settings/backups',
  '/settings/devices',
  '/settings/people',
  '/settings/schedules',
];

test('no screen moves what is shown while the rest of it loads', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const known = screensOf(await fillHousehold(client, folder));
  const reading = known['/library/$libraryId']?.find((address) => address.endsWith('=reading'));
  const addresses = [...screens.flatMap((route) => known[route]?.at(-1) ?? []), reading ?? ''];
  const found: string[] = [];
  for (const width of [1440, 390]) {
    const viewport = { width, height: 900 };
    const page = await openSignedIn(null, { reducedMotion: 'reduce', viewport });
    await watchShifts(page);
    for (const address of addresses) {
      await page.goto(address);
      await page.getByRole('heading').first().waitFor({ state: 'attached' });
      await settled(page);
      const shifts = await takeShifts(page);
      const sum = shifts.reduce((total, { value }) => total + value, 0);
      const moved = shifts.flatMap((shift) => shift.moved).join(', ');
      if (sum > most) found.push(`${width} ${address}: ${sum.toFixed(3)}, ${moved}`);
    }
  }
  expect(found).toEqual([]);
});
