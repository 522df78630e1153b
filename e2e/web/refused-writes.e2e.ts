import type { Page } from 'playwright';

import { updateSeries } from '../../shared/api/edits.ts';
import { listSeries } from '../../shared/api/series.ts';
import { scanGenerated } from '../support/library.ts';
import { endSession, signIn } from '../support/page-steps.ts';
import { expect, test } from '../support/test.ts';

/** A form in a dialog: how it opens, what is typed, and what sends it. */
interface Form {
  address: string;
  opener: string;
  fields: Record<string, string>;
  action: string;
}

const forms: Form[] = [
  {
    address: '/collections',
    opener: 'New collection',
    fields: { Name: 'Zoo', Description: 'Animals' },
    action: 'Create',
  },
  {
    address: '/read-lists',
    opener: 'New reading list',
    fields: { Name: 'Zoo' },
    action: 'Create',
  },
  {
    address: '/settings/people',
    opener: 'Add a person',
    fields: { 'User name': 'grace', Password: 'a good password' },
    action: 'Add',
  },
  {
    address: '/settings/account',
    opener: 'New key',
    fields: { Name: 'My script' },
    action: 'Create key',
  },
  {
    address: '/settings/notifications',
    opener: 'Add a destination',
    fields: { Name: 'Hallway', 'E-mail address': 'grace@example.com' },
    action: 'Add',
  },
  {
    address: '/settings/release-sources',
    opener: 'Add a source',
    fields: { Name: 'News', 'Address of the feed': 'https://example.com/feed' },
    action: 'Add',
  },
];

const refusal = (status: number, error: string, message: string) => ({
  status,
  json: { error, message, details: null },
});
const answers = {
  'a refusal': {
    explanation: 'This needs the permission to do it',
    response: refusal(403, 'Forbidden', 'This needs the permission to do it'),
  },
  'a proxy that finds it too large': {
    explanation: 'A proxy in front of Octavo answered with error 413',
    response: {
      status: 413,
      contentType: 'text/html',
      body: '<h1>413 Request Entity Too Large</h1>',
    },
  },
  'too many requests': {
    explanation: 'Too many requests. Try again later.',
    response: refusal(429, 'TooManyRequests', 'Too many requests. Try again later.'),
  },
  'a fault': {
    explanation: 'Something went wrong on the server',
    response: refusal(500, 'InternalError', 'Something went wrong on the server'),
  },
  'no answer': {
    explanation: 'The server cannot be reached. Check that Octavo is running and try again.',
    response: null,
  },
};
type Answer = (typeof answers)[keyof typeof answers];

/** Answers every write of the page in this way, after a moment; returns how many there were. */
const answerWrites = async (page: Page, { response }: Answer) => {
  const writes: string[] = [];
  await page.route('**/api/v1/**', async (route) => {
    const request = route.request();
    if (request.method() === 'GET') return route.fallback();
    writes.push(request.url());
    await page.waitForTimeout(300);
    await (response === null ? route.abort() : route.fulfill(response));
  });
  return writes;
};

test.for(forms)(
  '$opener: what was typed survives every refusal, and is saved after the end of the session',
  async ({ address, opener, fields, action }, { server, openSignedIn }) => {
    const page = await openSignedIn(address);
    await page.getByRole('button', { name: opener }).first().click();
    const dialog = page.getByRole('dialog', { name: opener });
    const field = (label: string) => dialog.getByRole('textbox', { name: label, exact: true });
    const submit = dialog.getByRole('button', { name: action, exact: true });
    const expectFields = async () => {
      for (const [label, text] of Object.entries(fields)) {
        await expect.poll(() => field(label).inputValue()).toBe(text);
      }
    };
    for (const [label, text] of Object.entries(fields)) await field(label).fill(text);

    for (const [name, answer] of Object.entries(answers)) {
      const writes = await answerWrites(page, answer);
      await field('Name').or(field('User name')).press('Enter');
      await page.keyboard.press('Enter');
      await expect
        .poll(() => dialog.getByRole('alert').allTextContents(), { message: name })
        .toEqual([answer.explanation]);
      await expect.poll(() => submit.isEnabled(), { message: name }).toBe(true);
      expect(writes, name).toHaveLength(1);
      await expectFields();
      await page.unrouteAll({ behavior: 'wait' });
    }

    await endSession(page, server.url);
    // The page may have noticed already.
    await submit.evaluate((button: HTMLElement) => button.click());
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await signIn(page);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor({ state: 'detached' });
    await dialog.getByRole('textbox').first().waitFor({ state: 'detached' });
  },
);

test('a setting that could not be saved is not sent again before Enter is pressed again', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn('/settings/metadata');
  const field = page.getByRole('textbox', { name: 'Keep missing books for' });
  const writes = await answerWrites(page, answers['a fault']);
  await field.fill('45');
  await field.press('Enter');
  await page.getByRole('alert').waitFor();
  await field.blur();
  await page.waitForTimeout(500);
  expect(writes).toHaveLength(1);
  await page.unrouteAll({ behavior: 'wait' });
  await expect.poll(() => field.inputValue()).toContain('45');
  await field.press('Enter');
  await page.getByRole('alert').waitFor({ state: 'detached' });
});

test('an action of a row that is clicked again while it is under way is sent once', async ({
  client,
  folder,
  openSignedIn,
}) => {
  await scanGenerated(client, folder, 'Comics', 1);
  const { data } = await client.call(listSeries, {});
  const params = { id: data[0]?.id ?? '' };
  await client.call(updateSeries, { params, body: { name: 'Saga' } });
  const page = await openSignedIn('/activity?tab=edits');
  let undone = 0;
  await page.route('**/undo', async (route) => {
    undone += 1;
    await page.waitForTimeout(500);
    await route.continue();
  });
  const undo = page.getByRole('button', { name: /^Undo/ });
  await undo.dblclick({ delay: 60 });
  await undo.waitFor({ state: 'detached' });
  expect(undone).toBe(1);
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
});
