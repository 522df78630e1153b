import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { _electron as electron, type ElectronApplication } from 'playwright';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { root } from '../support/server.ts';

/**
 * Real Electron, which is a download of its own and needs a display. Everything that the shell does
 * is tested without it in `main/`; what is left for here is whether Electron does what we ask of it.
 */
const missing = ((): string | null => {
  const { env, platform } = process;
  const installed = existsSync(path.join(root, 'node_modules/electron/path.txt'));
  if (!installed && env['ELECTRON_OVERRIDE_DIST_PATH'] === undefined) return 'Electron';
  const display = platform !== 'linux' || env['DISPLAY'] || env['WAYLAND_DISPLAY'];
  return display ? null : 'a display';
})();
if (missing !== null) process.stdout.write(`The desktop app was not run: ${missing} is missing.\n`);

describe.runIf(missing === null)('the desktop app', () => {
  let userData: string;
  let app: ElectronApplication;

  beforeEach(async () => {
    userData = mkdtempSync(path.join(tmpdir(), 'octavo-electron-'));
    app = await electron.launch({ cwd: root, args: [root, `--user-data-dir=${userData}`] });
  });
  afterEach(async () => {
    await app.close();
    rmSync(userData, { recursive: true, force: true });
  });

  test('opens its window, signed in, with nothing of Node in the page', async () => {
    const page = await app.firstWindow();
    await page.waitForLoadState('domcontentloaded');
    expect(page.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//);
    const found = await page.evaluate(() => ({
      bridge: Object.keys((window as unknown as { octavo: object }).octavo).sort(),
      require: 'require' in window,
      process: 'process' in window,
    }));
    expect(found).toEqual({
      bridge: ['openDropped', 'pathOfFile', 'pickFolder', 'platform', 'reveal', 'takeTicket'],
      require: false,
      process: false,
    });
    expect(await page.getByLabel('Password').count()).toBe(0);
  });

  test('stays where it is when a page wants to go elsewhere', async () => {
    const page = await app.firstWindow();
    await page.waitForLoadState('domcontentloaded');
    const url = page.url();
    await page.evaluate(() => {
      window.open('http://127.0.0.1:9/');
      window.location.href = 'http://127.0.0.1:9/';
    });
    await page.waitForTimeout(500);
    expect(page.url()).toBe(url);
    expect(app.windows()).toHaveLength(1);
  });

  test('goes on without its window', async () => {
    const page = await app.firstWindow();
    const { origin } = new URL(page.url());
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    expect(
      await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible()),
    ).toBe(false);
    expect((await fetch(`${origin}/api/v1/health`)).status).toBe(200);
  });
});
