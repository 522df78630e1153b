import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { BrowserContextOptions, Page } from 'playwright';
import { expect, test as base } from 'vitest';

import { launchBrowser } from './browser.ts';
import { root, startOctavo } from './server.ts';

/** What a browser reports by itself and what a page must never cause. */
const isFault = (text: string): boolean =>
  // Refusals that the page handles (nobody is signed in yet, no progress yet) are logged by Chromium.
  !text.startsWith('Failed to load resource');

/**
 * A test with its own folder, its own server process with its own data, and pages of a real browser.
 * Every page is watched: an uncaught error, a logged error or a refused resource fails the test.
 */
export const test = base
  .extend('folder', async ({}, { onCleanup }) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'octavo-e2e-'));
    onCleanup(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  })
  .extend('server', async ({ folder }, { onCleanup }) => {
    const server = await startOctavo(path.join(folder, 'data'));
    onCleanup(async () => {
      expect(await server.stop(), 'exit code of the server').toBe(0);
    });
    return server;
  })
  .extend('browser', { scope: 'file' }, async ({}, { onCleanup }) => {
    const browser = await launchBrowser();
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('open', async ({ browser, server, task }, { onCleanup }) => {
    const faults: string[] = [];
    const pages: Page[] = [];
    const contexts: { close(): Promise<void> }[] = [];

    /** A page in a browser of its own (no cookies, no storage of another one), at `address`. */
    const open = async (address = '/', options: BrowserContextOptions = {}): Promise<Page> => {
      const context = await browser.newContext({
        baseURL: server.url,
        viewport: { width: 1280, height: 800 },
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
      pages.push(page);
      await page.goto(address);
      return page;
    };

    onCleanup(async () => {
      if (task.result?.state === 'fail') await photograph(task.name, pages);
      for (const context of contexts) await context.close();
      expect(faults, 'errors in the browser').toEqual([]);
    });
    return open;
  });

/** Runs in the page: what its own policy refuses is a fault of the page, reported by no other means. */
const reportViolations = () => {
  if (window !== window.top) return;
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    // eslint-disable-next-line no-console -- the test reads it
    console.error(`The policy of the page refused ${blockedURI} (${violatedDirective})`);
  });
};

/** Keeps what the pages of a failed test showed. */
const photograph = async (name: string, pages: readonly Page[]): Promise<void> => {
  const folder = path.join(root, 'test-results');
  mkdirSync(folder, { recursive: true });
  for (const [index, page] of pages.entries()) {
    const file = `${name.replaceAll(/\W+/g, '-')}-${index + 1}.png`;
    // A page that hangs has no picture; the failure itself is what must be told.
    await page.screenshot({ path: path.join(folder, file) }).catch(() => null);
  }
};

export { expect };
