import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { utimesSync } from 'node:fs';
import path from 'node:path';

import type { Page, Route } from 'playwright';

import { listAnnotations } from '../../shared/api/annotations.ts';
import { listBooks } from '../../shared/api/books.ts';
import { setPreference } from '../../shared/api/preferences.ts';
import { getProgress } from '../../shared/api/progress.ts';
import type { Client } from '../../shared/client.ts';
import { writeCbz } from '../../server/testing/zip.ts';
import { faultsOf } from '../support/accessibility.ts';
import { copyFixtures, scanLibrary } from '../support/library.ts';
import { phoneOptions } from '../support/phone.ts';
import { eventually } from '../support/server.ts';
import { expect, test } from '../support/test.ts';
import { signIn } from '../support/page-steps.ts';

const bookOf = async (client: Client, title: string): Promise<string> => {
  const { data } = await client.call(listBooks, { query: { pageSize: 100 } });
  const book = data.find((candidate) => candidate.title === title);
  if (!book) throw new Error(`There is no book ${title}`);
  return book.id;
};

/** Waits until a text is visible; returns its page. */
const shown = async (page: Page): Promise<number> => {
  await page.locator('main[data-state="ready"][data-page]').waitFor();
  return Number(await page.locator('main[data-page]').getAttribute('data-page'));
};

/** Waits until another page is visible. */
const turned = async (page: Page, before: number): Promise<number> => {
  await page.locator(`main[data-state="ready"]:not([data-page="${before}"])`).waitFor();
  return shown(page);
};

/** Reads the book's frame through the page around it, because no script runs in the frame. */
const inFrame = async <T>(page: Page, read: (text: Document) => T): Promise<T> => {
  const text = await page.evaluateHandle(
    () =>
      // The previous and next chapters are preloaded beside it, hidden.
      [...document.querySelectorAll<HTMLIFrameElement>('main iframe')].find((frame) =>
        frame.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
      )?.contentDocument ?? document,
  );
  return text.evaluate(read);
};

test('a text is found, marked and read on where another device left it', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const books = copyFixtures(
    'library/Books/Herman Melville',
    path.join(folder, 'Books', 'Melville'),
  );
  copyFixtures('library/Books/夏目 漱石', path.join(path.dirname(books), 'Natsume'));
  copyFixtures('library/Books/W3C EPUB tests', path.join(path.dirname(books), 'Tests'));
  await scanLibrary(client, 'Books', path.dirname(books));
  const whale = await bookOf(client, 'Moby-Dick');
  const page = await openSignedIn(`/book/${whale}`);

  await page.getByRole('link', { name: 'Read', exact: true }).click();
  await expect.poll(() => shown(page)).toBe(1);
  // The focus moves from one panel to a field of another.
  await page.keyboard.press('Control+,');
  await page.getByRole('dialog', { name: 'Reader settings' }).waitFor();
  await page.keyboard.press('Control+f');
  await page.locator('[aria-label="Search text"]:focus').waitFor();
  await page.keyboard.type('call me ishmael');
  await page
    .getByRole('button', { name: /Call me Ishmael/ })
    .first()
    .click();
  const found = await turned(page, 1);
  expect(await inFrame(page, (text) => text.body.textContent)).toContain('Call me Ishmael');
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await inFrame(page, (text) => {
    const paragraph = text.querySelectorAll('p')[1];
    if (paragraph) text.getSelection()?.selectAllChildren(paragraph);
  });
  await page.getByRole('button', { name: 'Highlight in green' }).click();
  await page.keyboard.press('b');
  const marks = await eventually('both marks', async () => {
    const { data } = await client.call(listAnnotations, { query: { sort: 'book,asc' } });
    return data.length === 2 ? data : null;
  });
  expect(marks.map(({ kind }) => kind).sort()).toEqual(['bookmark', 'highlight']);
  expect(marks.find(({ kind }) => kind === 'highlight')).toMatchObject({ color: 'green' });

  await page.keyboard.press('m');
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('ArrowRight');
  const here = await turned(page, found);
  await eventually('the place at the server', async () => {
    const { current_page } = await client.call(getProgress, { params: { id: whale } });
    return current_page === here ? true : null;
  });

  const phone = await openSignedIn(`/read/${whale}`, phoneOptions);
  // The screen with the position may start on the page before.
  expect([here - 1, here]).toContain(await shown(phone));

  await page.goto('/annotations');
  const list = page.getByRole('region', { name: 'Moby-Dick' });
  await list.getByRole('listitem').nth(1).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await list
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await eventually('the mark that came back', async () => {
    const { total } = await client.call(listAnnotations);
    return total === 2 ? true : null;
  });

  // Vertical text, pages to the left.
  await page.goto(`/read/${await bookOf(client, '草枕')}`);
  await shown(page);
  await eventually('a later page', async () => {
    await page.keyboard.press('ArrowLeft');
    // A short screen can begin on the same page as the one before.
    await page.waitForTimeout(500);
    return (await shown(page)) > 2 ? true : null;
  });
  const writing = await inFrame(
    page,
    (text) => text.defaultView?.getComputedStyle(text.documentElement).writingMode,
  );
  expect(writing).toBe('vertical-rl');

  // A spread of two fixed-layout pages.
  await page.goto(`/read/${await bookOf(client, 'lay-fxl-spread-both')}`);
  await shown(page);
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(
    () => document.querySelectorAll('main iframe[data-part]').length === 2,
  );
});

/** All attacks in an uncleaned text. */
const hostile = (tracker: string) => `<?xml version="1.0"?>
<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Hostile</title>
<script>top.hacked = 'inline'</script><script src="${tracker}/x.js"></script>
<link rel="stylesheet" href="${tracker}/x.css"/><meta http-equiv="refresh" content="1;url=${tracker}/refresh"/>
</head><body onload="top.hacked = 'onload'">
<p><a id="out" href="${tracker}/page" target="_blank">Out of the book</a></p>
<img src="${tracker}/p.png" onerror="top.hacked = 'onerror'" alt=""/><iframe src="${tracker}/frame"></iframe>
<form action="${tracker}/form"><input name="a"/></form><p>Text</p>
</body></html>`;

test('a book runs no code, loads nothing from other servers and navigates nowhere', async ({
  client,
  server,
  folder,
  browser,
}) => {
  const asked: string[] = [];
  const attacker = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => attacker.listen(0, '127.0.0.1', resolve));
  const tracker = `http://127.0.0.1:${(attacker.address() as AddressInfo).port}`;
  const file = path.join(folder, 'Books', 'Hostile', 'Hostile.epub');
  writeCbz(file, [
    { name: 'mimetype', data: 'application/epub+zip' },
    {
      name: 'META-INF/container.xml',
      data: '<container><rootfiles><rootfile full-path="package.opf"/></rootfiles></container>',
    },
    {
      name: 'package.opf',
      data: '<package><metadata><title>Hostile</title></metadata><manifest><item id="t" href="text.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="t"/></spine></package>',
    },
    { name: 'text.xhtml', data: hostile(tracker) },
  ]);
  utimesSync(file, 1_700_000_000, 1_700_000_000);
  await scanLibrary(client, 'Books', path.join(folder, 'Books'));
  const context = await browser.newContext({ baseURL: server.url, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(`/read/${await bookOf(client, 'Hostile')}`);
  await signIn(page);
  const look = async () => {
    await shown(page);
    const [x, y] = await inFrame(page, (text) => {
      const rect = text.querySelector('a')?.getBoundingClientRect();
      return [(rect?.x ?? 0) + 4, (rect?.y ?? 0) + 4] as const;
    });
    await page.mouse.click(x, y);
    const dialog = page.getByRole('dialog', { name: 'Leave the book?' });
    await dialog.getByText(`${tracker}/page`).waitFor();
    await dialog.getByRole('button', { name: 'Stay here' }).click();
    // Longer than the meta refresh would take.
    await page.waitForTimeout(1500);
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    expect(await inFrame(page, (text) => text.baseURI)).toContain('text.xhtml');
    expect(context.pages()).toHaveLength(1);
    expect(asked).toEqual([]);
  };
  await look();

  // Without cleaning, the response's CSP alone must stop the attacks.
  await page.route('**/text.xhtml', async (route) => {
    await route.fulfill({ response: await route.fetch(), body: hostile(tracker) });
  });
  await page.reload();
  await look();
  await context.close();
  attacker.close();
});

test('a part that cannot be shown says why', async ({ client, folder, openSignedIn }) => {
  copyFixtures('library/Books/Ralph Burke', path.join(folder, 'Books', 'Burke'));
  await scanLibrary(client, 'Books', path.join(folder, 'Books'));
  const page = await openSignedIn(`/read/${await bookOf(client, 'The Incomplete Theft')}`);
  await shown(page);
  const reasons: [string, Parameters<Route['fulfill']>[0] | null][] = [
    ['The server could not be reached.', null],
    ['The server could not send it.', { status: 500, json: { message: 'Something broke' } }],
    ['The server could not send it.', { status: 502, body: 'Bad gateway' }],
    ['The file is damaged.', { status: 422, json: { message: 'The file is damaged.' } }],
    [
      'The answer came without the policy',
      { contentType: 'application/xhtml+xml', body: '<html/>' },
    ],
    [
      'This browser could not read it.',
      {
        contentType: 'application/xhtml+xml',
        headers: { 'content-security-policy': "default-src 'none'; script-src 'none'" },
        body: '<html><p></html>',
      },
    ],
  ];
  for (const [said, answer] of reasons) {
    await page.route('**/resources/**', (route) =>
      answer === null ? route.abort() : route.fulfill(answer),
    );
    await page.reload();
    await page.getByRole('alert').getByText(said).waitFor();
    await expect.poll(() => page.locator('main iframe').count()).toBe(0);
    await page.unroute('**/resources/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await shown(page);
    await page.getByRole('alert').waitFor({ state: 'detached' });
  }
});

test('a link to a note outside of the reading order opens it, and a turn leads back', async ({
  client,
  folder,
  openSignedIn,
}) => {
  copyFixtures('library/Books/W3C EPUB tests', path.join(folder, 'Books', 'Tests'));
  await scanLibrary(client, 'Books', path.join(folder, 'Books'));
  const page = await openSignedIn(
    `/read/${await bookOf(client, 'pkg-spine-nonlinear-activation')}`,
  );
  await shown(page);
  const says = (words: string) =>
    expect.poll(() => inFrame(page, (text) => text.body.textContent)).toContain(words);
  const followLink = async () => {
    const [x, y] = await inFrame(page, (text) => {
      const rect = text.querySelector('a')?.getBoundingClientRect();
      const left = text.defaultView?.frameElement?.getBoundingClientRect().left ?? 0;
      return [left + (rect?.x ?? 0) + 4, (rect?.y ?? 0) + 4] as const;
    });
    await page.mouse.click(x, y);
    await says('following the link opens this page');
  };
  await says('leads you to the next document');
  // The whole book is visible, so opening it is recorded.
  await page.waitForTimeout(1500);
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/progress')) writes.push(request.postData() ?? '');
  });
  await followLink();
  await page.keyboard.press('ArrowRight');
  await says('leads you to the next document');
  const back = page.getByRole('button', { name: 'Back to page 1' });
  await expect.poll(() => back.count()).toBe(0);
  await followLink();
  await page.waitForTimeout(1500);
  await back.click();
  await says('leads you to the next document');
  await expect.poll(() => back.count()).toBe(0);
  expect(writes).toEqual([]);
});

test('a drawing in black is visible in each theme, whatever the system asks for', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const books = path.join(folder, 'Books');
  copyFixtures('library/Books/Arthur Conan Doyle', path.join(books, 'Doyle'));
  await scanLibrary(client, 'Books', books);
  const book = await bookOf(client, 'The Adventures of Sherlock Holmes');
  for (const colorScheme of ['dark', 'light'] as const) {
    const page = await openSignedIn(null, { colorScheme });
    for (const theme of ['black', 'white'] as const) {
      await client.call(setPreference, {
        params: { key: 'reader.epub_theme' },
        body: { value: theme },
      });
      await page.goto(`/read/${book}?page=1`);
      await shown(page);
      const filter = () =>
        inFrame(page, (text) => {
          const picture = text.querySelector('img[src*="titlepage"]');
          return picture && text.defaultView?.getComputedStyle(picture).filter;
        });
      await expect.poll(filter).toBe(theme === 'black' ? 'invert(0.85)' : 'none');
    }
  }
});
