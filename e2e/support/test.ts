import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { BrowserContextOptions, Page } from 'playwright';
import { expect, test as base } from 'vitest';

import type { LoginResponse } from '../../shared/api/auth.ts';
import { writeEmptyDatabase } from '../../server/testing/empty-database.ts';
import { needs } from '../../server/testing/needs.ts';
import { browserNeed, findBrowser, findHeadlessShell, launchBrowser } from './browser.ts';
import { giveCompiledCode, keepCompiledCode } from './compiled-code.ts';
import { owner, root, setUp, startOctavo } from './server.ts';

/** Whether a console message is an error of the page. */
const isFault = (text: string): boolean =>
  // Chromium logs error responses that the page handles (no session yet, no progress yet).
  !text.startsWith('Failed to load resource');

type Person = Pick<typeof owner, 'username' | 'password'>;

interface PageOptions extends BrowserContextOptions {
  /** A person who is signed in already; nobody by default. */
  person?: Person;
}

/**
 * A test with its own folder, server process with an empty database, and browser pages. An uncaught error, a logged error
 * or a CSP violation on any page fails the test.
 */
export const test = base
  .extend('folder', async ({}, { onCleanup }) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'octavo-e2e-'));
    onCleanup(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  })
  .extend('server', async ({ folder }, { onCleanup }) => {
    const dataDir = path.join(folder, 'data');
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeEmptyDatabase(path.join(dataDir, 'octavo.db'));
    giveCompiledCode(dataDir);
    const server = await startOctavo(dataDir);
    onCleanup(async () => {
      expect(await server.stop(), 'exit code of the server').toBe(0);
      keepCompiledCode(dataDir);
    });
    return server;
  })
  /** The API client of the owner, whom it creates. */
  .extend('client', ({ server }) => setUp(server))
  .extend('sharedBrowser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const file = findHeadlessShell() ?? findBrowser();
    if (file === null) return null;
    const browser = await launchBrowser(file);
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('browser', async ({ sharedBrowser, task, skip }) => {
    if (sharedBrowser !== null) return sharedBrowser;
    Object.assign(task.meta, needs(browserNeed).meta);
    return skip();
  })
  .extend('open', async ({ browser, server, task }, { onCleanup }) => {
    const faults: string[] = [];
    const pages: Page[] = [];
    const contexts: { close(): Promise<void> }[] = [];

    /**
     * A page with empty cookies and storage, at `address` or, with null, nowhere yet. It has a service worker only with
     * `serviceWorkers: 'allow'`, because each installs all files of the app again.
     */
    const open = async (
      address: string | null = '/',
      { person, ...options }: PageOptions = {},
    ): Promise<Page> => {
      const context = await browser.newContext({
        baseURL: server.url,
        viewport: { width: 1280, height: 800 },
        reducedMotion: 'reduce',
        locale: 'en-GB',
        ...options,
      });
      contexts.push(context);
      const page = await context.newPage();
      page.setDefaultTimeout(15_000);
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error' && isFault(message.text())) faults.push(message.text());
      });
      await page.addInitScript(reportViolations);
      if (options.serviceWorkers !== 'allow') await page.addInitScript(refuseServiceWorkers);
      pages.push(page);
      if (person) await signInByApi(page, person);
      if (address !== null) await page.goto(address);
      return page;
    };

    onCleanup(async () => {
      if (task.result?.state === 'fail') await photograph(task.name, pages);
      for (const context of contexts) await context.close();
      expect(faults, 'errors in the browser').toEqual([]);
    });
    return open;
  })
  .extend('openSignedIn', async ({ open, client: _client }) => {
    /**
     * A page of the owner at `address`, without the form and Home before it, which take most of a second of processor
     * time. Creates the owner first. Returns when the app or the reader is shown.
     */
    const openSignedIn = async (
      address: string | null = '/',
      options: PageOptions = {},
    ): Promise<Page> => {
      const page = await open(address, { person: owner, ...options });
      if (address !== null) await page.locator('#content, main[data-state]').first().waitFor();
      return page;
    };
    return openSignedIn;
  });

/** Signs the context in; its first document begins with the token, later ones have what is stored. */
const signInByApi = async (page: Page, { username, password }: Person): Promise<void> => {
  const data = { username, password };
  const response = await page.request.post('/api/v1/auth/login', { data });
  const { access_token } = (await response.json()) as LoginResponse;
  const script = await page.addInitScript((token) => {
    if (window === window.top) localStorage.setItem('octavo.token', token);
  }, access_token);
  page.once('load', () => void script.dispose().catch(() => null));
};

/** Runs in the page: reports CSP violations, which are not logged otherwise. */
const reportViolations = () => {
  if (window !== window.top) return;
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    // eslint-disable-next-line no-console -- the test reads it
    console.error(`The policy of the page refused ${blockedURI} (${violatedDirective})`);
  });
};

/** Runs in the page: the browser installs no service worker. */
const refuseServiceWorkers = () => {
  const refuse = () => Promise.reject(new Error('A test without service workers'));
  // Missing where the address is not secure.
  if ('serviceWorker' in navigator) navigator.serviceWorker.register = refuse;
};

/** Takes screenshots of a failed test's pages. */
const photograph = async (name: string, pages: readonly Page[]): Promise<void> => {
  const folder = path.join(root, 'test-results');
  mkdirSync(folder, { recursive: true });
  for (const [index, page] of pages.entries()) {
    const file = `${name.replaceAll(/\W+/g, '-')}-${index + 1}.png`;
    // A hanging page allows no screenshot; the test's own failure must still be reported.
    await page.screenshot({ path: path.join(folder, file) }).catch(() => null);
  }
};

export { expect };
