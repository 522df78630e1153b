import { expect, test } from '../support/test.ts';

test('controls that are on, chosen or current can be distinguished in forced colours', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn('/settings/mail', {
    forcedColors: 'active',
    reducedMotion: 'reduce',
  });
  const toggle = page.getByRole('switch', { name: 'Implicit TLS' });
  const track = toggle.locator('~ .mantine-Switch-track');
  const shown = () => track.evaluate((element) => getComputedStyle(element).backgroundColor);
  await track.waitFor();
  const off = await shown();
  await track.click();
  await page.getByText('“Implicit TLS” saved').waitFor();
  await expect.poll(shown).not.toBe(off);

  const outline = (name: string) =>
    page
      .getByRole('link', { name, exact: true })
      .evaluate((element) => getComputedStyle(element).outlineStyle);
  await expect.poll(() => outline('E-mail')).toBe('dashed');
  await expect.poll(() => outline('People')).toBe('none');

  await page.goto('/activity');
  const line = (name: string) =>
    page
      .getByRole('link', { name, exact: true })
      .evaluate((element) => getComputedStyle(element).borderBottomColor);
  await page.getByRole('link', { name: 'Log', exact: true }).waitFor();
  expect(await line('Now')).not.toBe(await line('Log'));
});
