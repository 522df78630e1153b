import sharp from 'sharp';

import { phoneSize } from '../support/phone.ts';
import { setUp } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

interface Manifest {
  display: string;
  icons: { src: string; sizes: string; purpose?: string }[];
}

test('an app of the home screen has its own icons, and no bar of the browser', async ({
  server,
  open,
}) => {
  await setUp(server);
  const page = await open('/');
  const sizeOf = async (address: string) => {
    const response = await fetch(new URL(address, server.url));
    const { width, height, hasAlpha } = await sharp(await response.arrayBuffer()).metadata();
    return { size: `${width}x${height}`, hasAlpha };
  };
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = (await (await fetch(new URL(address ?? '', server.url))).json()) as Manifest;
  expect(manifest.display).toBe('standalone');
  expect(manifest.icons.map(({ purpose }) => purpose ?? 'any')).toContain('maskable');
  for (const { src, sizes } of manifest.icons) expect((await sizeOf(src)).size, src).toBe(sizes);

  const icon = await page.locator('link[rel=apple-touch-icon]').getAttribute('href');
  expect((await sizeOf(icon ?? '')).size).toBe('180x180');
  for (const name of ['mobile-web-app-capable', 'apple-mobile-web-app-capable']) {
    await expect.poll(() => page.locator(`meta[name=${name}]`).getAttribute('content')).toBe('yes');
  }
  // Other browsers do not show launch images.
  await page.waitForLoadState('load');
  await expect.poll(() => page.locator('link[rel=apple-touch-startup-image]').count()).toBe(0);
});

test('iOS finds a picture of the size of its screen to start with, upright and across, by day and night', async ({
  server,
  open,
}) => {
  await setUp(server);
  const page = await open('/', {
    viewport: phoneSize,
    screen: phoneSize,
    deviceScaleFactor: 3,
    hasTouch: true,
    isMobile: true,
  });
  // Only there does `navigator.standalone` exist.
  await page.addInitScript(() => Object.assign(Navigator.prototype, { standalone: false }));
  await page.reload();
  const links = page.locator('link[rel=apple-touch-startup-image]');
  await expect.poll(() => links.count()).toBe(4);
  const found = await links.evaluateAll((all) =>
    all.map((link) => [link.getAttribute('media'), link.getAttribute('href')]),
  );
  const pictures = await Promise.all(
    found.map(async ([media, href]) => {
      const image = sharp(Buffer.from(href?.split(',')[1] ?? '', 'base64'));
      const { width, height } = await image.metadata();
      const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
      const [middle] = [(height / 2) * info.width + width / 2];
      const colour = (index: number) =>
        data.subarray(index * info.channels, index * info.channels + 3).toString('hex');
      return [media, `${width}x${height}`, colour(0), colour(middle) !== colour(0)];
    }),
  );
  const media = (scheme: string, orientation: string) =>
    `(prefers-color-scheme: ${scheme}) and (orientation: ${orientation})`;
  expect(pictures).toEqual([
    [media('light', 'portrait'), '1170x2532', 'f2f2f0', true],
    [media('light', 'landscape'), '2532x1170', 'f2f2f0', true],
    [media('dark', 'portrait'), '1170x2532', '0f1012', true],
    [media('dark', 'landscape'), '2532x1170', '0f1012', true],
  ]);
});
