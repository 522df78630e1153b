import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { _electron as electron, type ElectronApplication, type Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { copyFixtures } from '../support/library.ts';
import { root, startOctavo } from '../support/server.ts';
import { openState } from '../../main/desktop-state.ts';
import { needs } from '../../server/testing/needs.ts';

/**
 * Tests with the real Electron, which needs a separate download and a display. The shell's logic is
 * tested without it in `main/`; this only covers whether Electron does what we request.
 */
const missing = ((): string | null => {
  const { env, platform } = process;
  const installed = existsSync(path.join(root, 'node_modules/electron/path.txt'));
  if (!installed && env['ELECTRON_OVERRIDE_DIST_PATH'] === undefined) return 'Electron';
  const display = platform !== 'linux' || env['DISPLAY'] || env['WAYLAND_DISPLAY'];
  return display ? null : 'a display';
})();

/** A CI runner may take long to open the first window (ms). */
const patience = 30_000;

describe.runIf(missing === null)('the desktop app', needs(missing ?? 'nothing'), () => {
  let folder: string;
  let userData: string;
  const running: ElectronApplication[] = [];

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'octavo-electron-'));
    userData = path.join(folder, 'user');
    // Most tests begin after the first choice.
    openState(path.join(userData, 'desktop.json')).update({ connection: { kind: 'own' } });
  });
  afterEach(async () => {
    for (const app of running.splice(0)) await app.close().catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  });

  const launch = async (...args: string[]): Promise<ElectronApplication> => {
    const app = await electron.launch({
      cwd: root,
      args: [root, `--user-data-dir=${userData}`, '--lang=en-GB', ...args],
    });
    running.push(app);
    return app;
  };
  const firstPage = async (app: ElectronApplication): Promise<Page> => {
    const page = await app.firstWindow();
    page.setDefaultTimeout(patience);
    await page.waitForLoadState('domcontentloaded');
    return page;
  };
  const exitOf = async (app: ElectronApplication): Promise<number | null> =>
    new Promise((resolve) => app.process().once('exit', resolve));
  /** The server's URL, from the shell's state file. */
  const serverUrl = async (): Promise<string> =>
    vi.waitFor(
      async () => {
        const notes = readFileSync(path.join(userData, 'desktop.json'), 'utf8');
        const { port } = JSON.parse(notes) as { port: number };
        const url = `http://127.0.0.1:${port}`;
        expect((await fetch(`${url}/api/v1/health`)).status).toBe(200);
        return url;
      },
      { timeout: patience, interval: 200 },
    );
  /** Adds a library with the page's own session and scans it. */
  const addLibrary = async (page: Page, scan_immediately: boolean): Promise<void> => {
    const comics = copyFixtures('library/Comics', path.join(folder, 'Comics'));
    await page.getByRole('heading', { name: 'Where are your books?' }).waitFor();
    await page.evaluate(
      async (library) => {
        const { octavo } = window as unknown as { octavo: { takeTicket(): Promise<string> } };
        const post = async (address: string, body: object, token = '') =>
          fetch(`/api/v1${address}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
            body: JSON.stringify(body),
          });
        const session = await post('/auth/ticket', { ticket: await octavo.takeTicket() });
        const { access_token } = (await session.json()) as { access_token: string };
        await post('/libraries', library, access_token);
      },
      { name: 'Comics', path: comics, scan_immediately },
    );
  };

  test('opens its window at the first run, signed in, with nothing of Node in the page', async () => {
    const page = await firstPage(await launch());
    expect(page.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//);
    await page.getByRole('heading', { name: 'Where are your books?' }).waitFor();
    const found = await page.evaluate(() => ({
      bridge: Object.keys((window as unknown as { octavo: object }).octavo).sort(),
      require: 'require' in window,
      process: 'process' in window,
    }));
    expect(found).toEqual({
      bridge: [
        'chooseServer',
        'openDropped',
        'pathOfFile',
        'pickFolder',
        'platform',
        'reveal',
        'setAppearance',
        'takeTicket',
      ],
      require: false,
      process: false,
    });
    await expect.poll(() => page.getByLabel('Password').count()).toBe(0);
  });

  test('connects to another server at the first start, in a page without the shell', async () => {
    rmSync(path.join(userData, 'desktop.json'));
    const attic = await startOctavo(path.join(folder, 'Attic'));
    const app = await launch();
    const chooser = await firstPage(app);
    expect(chooser.url()).toBe('octavo-shell://chooser/');
    await chooser.getByRole('heading', { name: 'Where is your Octavo library?' }).waitFor();
    expect(await chooser.evaluate(() => 'octavo' in window || 'require' in window)).toBe(false);
    const opened = app.waitForEvent('window', { timeout: patience });
    await chooser.getByLabel('Address of the server').fill(attic.url);
    await chooser.keyboard.press('Enter');
    const library = await opened;
    await library.waitForURL(`${attic.url}/**`);
    const found = await library.evaluate(
      async (elsewhere) => ({
        bridge: 'octavo' in window,
        chooser: await fetch('octavo-shell://chooser/view').then(
          () => true,
          () => false,
        ),
        elsewhere: await fetch(elsewhere, { mode: 'no-cors' }).then(
          () => true,
          () => false,
        ),
      }),
      'http://127.0.0.1:9/',
    );
    expect(found).toEqual({ bridge: false, chooser: false, elsewhere: false });
    expect(existsSync(path.join(userData, 'data', 'octavo.db'))).toBe(false);
    await attic.stop();
  });

  test('stays where it is when a page wants to go elsewhere', async () => {
    const app = await launch();
    const page = await firstPage(app);
    const url = page.url();
    await page.evaluate(() => {
      window.open('http://127.0.0.1:9/');
      window.location.href = 'http://127.0.0.1:9/';
    });
    // The page responds again after the attempt.
    await page.getByRole('heading', { name: 'Where are your books?' }).waitFor();
    expect(page.url()).toBe(url);
    expect(app.windows()).toHaveLength(1);
  });

  test('goes on without its window', async () => {
    const app = await launch();
    const { origin } = new URL((await firstPage(app)).url());
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    expect(
      await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible()),
    ).toBe(false);
    expect((await fetch(`${origin}/api/v1/health`)).status).toBe(200);
  });

  test('starts hidden, and serves', async () => {
    const app = await launch('--hidden');
    await serverUrl();
    expect(app.windows()).toEqual([]);
  });

  test('is one: a second start shows the window of the first and leaves', async () => {
    const first = await launch('--hidden');
    await serverUrl();
    const shown = first.waitForEvent('window', { timeout: patience });
    const second = await electron
      .launch({ cwd: root, args: [root, `--user-data-dir=${userData}`] })
      .catch(() => null);
    // The window may close before it can be driven.
    await second?.close().catch(() => undefined);
    expect((await shown).url()).toBeDefined();
  });

  test('scans what the tray is asked to scan', async () => {
    const app = await launch();
    // A tray's menu cannot be read back, so capture it when it is set.
    await app.evaluate(({ Tray }) => {
      const kept = globalThis as { trayMenu?: Electron.Menu | null };
      const original = Tray.prototype.setContextMenu;
      Tray.prototype.setContextMenu = function keep(menu) {
        kept.trayMenu = menu;
        original.call(this, menu);
      };
    });
    const page = await firstPage(app);
    await addLibrary(page, false);
    const clicked = () =>
      app.evaluate(() => {
        const { trayMenu } = globalThis as { trayMenu?: Electron.Menu | null };
        const scan = trayMenu?.items.find(({ label }) => label === 'Scan now')?.submenu;
        const entry = scan?.items.find(({ label }) => label === 'Comics');
        entry?.click();
        return entry !== undefined;
      });
    await vi.waitFor(async () => expect(await clicked()).toBe(true), patience);
    await page.goto(new URL('/', page.url()).href);
    await page.getByRole('heading', { name: 'New series' }).waitFor();
  });

  test('opens a file in a window of its own, at its first page', async () => {
    const app = await launch('--hidden');
    await serverUrl();
    const comics = copyFixtures('library/Comics/Pepper & Carrot', path.join(folder, 'P'), ['.cbz']);
    const opened = app.waitForEvent('window', { timeout: patience });
    const [file = ''] = globSync(`${comics}/**/*.cbz`);
    const second = await electron
      .launch({ cwd: root, args: [root, `--user-data-dir=${userData}`, file] })
      .catch(() => null);
    await second?.close().catch(() => undefined);
    const page = await opened;
    page.setDefaultTimeout(patience);
    await page.locator('section[aria-label^="Page 1"]').waitFor();
    expect(await page.evaluate(() => 'octavo' in window)).toBe(false);
  });

  test('quits cleanly during a scan, and the next start resumes the scan', async () => {
    const first = await launch();
    await addLibrary(await firstPage(first), true);
    const exited = exitOf(first);
    await first.evaluate(({ app }) => app.quit()).catch(() => undefined);
    expect(await exited).toBe(0);

    const page = await firstPage(await launch());
    await page.getByRole('heading', { name: 'New series' }).waitFor();
  });
});
