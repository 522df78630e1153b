import { updateProgress } from '../../shared/api/progress.ts';
import { faultsOf } from '../support/accessibility.ts';
import { listBooks } from '../../shared/api/books.ts';
import { scanGenerated } from '../support/library.ts';
import { phoneSize } from '../support/phone.ts';
import { expect, test } from '../support/test.ts';

test.for([
  { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { colorScheme: 'dark', viewport: phoneSize },
] as const)(
  'readings of a book are listed and deleted, and goals show the pace, in $colorScheme',
  async (options, { client, folder, openSignedIn }) => {
    await scanGenerated(client, folder, 'Comics', 1);
    const { data } = await client.call(listBooks, {});
    const id = data[0]?.id ?? '';
    for (const day of ['01', '05']) {
      for (const current_page of [1, 2]) {
        const updated_at = `2026-03-${day}T20:0${current_page}:00.000Z`;
        await client.call(updateProgress, { params: { id }, body: { current_page, updated_at } });
      }
    }

    const page = await openSignedIn(`/book/${id}`, options);
    await page.getByText(/2 times, last/).waitFor();
    await page.getByRole('button', { name: 'More ways to read' }).click();
    await page.getByRole('menuitem', { name: 'Reading history' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reading history' });
    await dialog
      .getByRole('button', { name: /^Delete: Finished/ })
      .nth(1)
      .waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await dialog
      .getByRole('button', { name: /^Delete: Finished/ })
      .last()
      .click();
    await expect
      .poll(() => dialog.getByRole('button', { name: /^Delete: Finished/ }).count())
      .toBe(1);
    await dialog.getByRole('button', { name: 'Clear reading history' }).click();
    const confirm = page.getByRole('dialog', { name: 'Clear reading history' });
    await confirm.getByText(/Your progress, rating and annotations stay/).waitFor();
    await confirm.getByRole('button', { name: 'Clear reading history' }).click();
    await confirm.waitFor({ state: 'detached' });

    await page.goto(new URL('/stats', page.url()).href);
    await page.getByRole('button', { name: 'Set a goal' }).click();
    const goals = page.getByRole('dialog', { name: /Goals for/ });
    await goals.getByLabel('Books').fill('365');
    expect(await faultsOf(page)).toEqual([]);
    await goals.getByRole('button', { name: 'Save' }).click();
    await page.getByText('0 of 365 books').waitFor();
    await page.getByText(/books? behind/).waitFor();
    expect(await faultsOf(page)).toEqual([]);
  },
);
