import path from 'node:path';

import type { Page } from 'playwright';

import { getBook, listBooks } from '../../shared/api/books.ts';
import type { Client } from '../../shared/client.ts';
import { faultsOf } from '../support/accessibility.ts';
import { writeEpub } from '../support/epub.ts';
import { copyFixtures, scanLibrary } from '../support/library.ts';
import { readerOfFirstBook } from '../support/page-steps.ts';
import { eventually } from '../support/server.ts';
import { expect, test } from '../support/test.ts';
import { giveVoice, spokenIn } from '../support/voice.ts';

type Epub = Omit<Parameters<typeof writeEpub>[1], 'title'>;
type Voice = Awaited<ReturnType<typeof giveVoice>>;

/** Opens a book named Whale in a browser with voices, or without. */
const openBook = async (
  { client, folder }: { client: Client; folder: string },
  openSignedIn: (address: null) => Promise<Page>,
  epub: Epub,
  { languages = ['en-GB', 'de-DE', 'fr-FR'], query = '' } = {},
) => {
  const library = path.join(folder, 'Books');
  writeEpub(path.join(library, 'Whale.epub'), { title: 'Whale', language: 'en', ...epub });
  await scanLibrary(client, 'Books', library);
  const page = await openSignedIn(null);
  const voice = await giveVoice(page, languages);
  await page.goto(`${await readerOfFirstBook(client)}${query}`);
  await page.locator('main[data-state="ready"][data-page]').waitFor();
  return { page, voice };
};

/** Waits for the utterance of a number, from 1. */
const saying = async (voice: Voice, number: number) => {
  await expect.poll(async () => (await voice.said()).length).toBe(number);
  return (await voice.said())[number - 1];
};

const hard = `
<h2>Of Mr. Ahab</h2>
<p>The sea<a href="#n" epub:type="noteref" xmlns:epub="http://www.idpf.org/2007/ops">1</a> is
  <ruby>wide<rp>(</rp><rt>waid</rt><rp>)</rp></ruby>. <em>It</em> ends<br/>nowhere.</p>
<p style="display: none">Unseen.</p><p style="visibility: hidden">Unseen.</p><p aria-hidden="true">Unheard.</p>
<p><img src="missing.png" alt="A map"/></p>
<p lang="fr">Il était une fois.</p>
<p>* * *</p>`;

test('each sentence is spoken once in its language, to the end of the book', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const { page, voice } = await openBook({ client, folder }, openSignedIn, {
    parts: 2,
    markup: hard,
  });
  await page.keyboard.press('l');
  const part = (name: string) => [
    `This is ${name} of Whale.`,
    'Of Mr. Ahab',
    'The sea is wide.',
    'It ends nowhere.',
    'Il était une fois.',
  ];
  const all = [...part('part-1'), ...part('part-2')];
  for (const [index, sentence] of all.entries()) {
    expect(await saying(voice, index + 1)).toMatchObject({ text: sentence });
    expect((await spokenIn(page))?.isVisible).toBe(true);
    await voice.end();
  }
  const said = await voice.said();
  expect(said.map(({ lang }) => lang).slice(2, 5)).toEqual(['en', 'en', 'fr']);
  await page.getByText('Read again').waitFor();
  await expect.poll(() => page.getByRole('toolbar', { name: 'Read aloud' }).count()).toBe(0);
  const { data } = await client.call(listBooks, {});
  const params = { id: data[0]?.id ?? '' };
  await eventually('the end of the book at the server', async () => {
    const { progress } = await client.call(getBook, { params });
    return progress?.is_completed ? true : null;
  });
});

test('the page follows the voice, and the voice a turn by hand', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const { page, voice } = await openBook(
    { client, folder },
    openSignedIn,
    {
      parts: 1,
      markup: Array.from(
        { length: 60 },
        (_, index) =>
          `<p>Sentence number ${index + 1} is here. ${'It has many words '.repeat(9)}.</p>`,
      ).join(''),
    },
    { query: '?page=1' },
  );
  const pageNumber = () => page.locator('main').getAttribute('data-page');
  await page.getByRole('button', { name: 'Read aloud' }).focus();
  await page.keyboard.press('Enter');
  const first = await saying(voice, 1);
  expect(first?.text).toBe('This is part-1 of Whale.');
  let count = 1;
  const before = await pageNumber();
  while ((await pageNumber()) === before) {
    await voice.end();
    count += 1;
    await saying(voice, count);
    expect((await spokenIn(page))?.isVisible).toBe(true);
    expect(count).toBeLessThan(80);
  }

  // A turn by hand: the voice goes on there.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const moved = await saying(voice, count + 1);
  expect((await spokenIn(page))?.isVisible).toBe(true);
  expect(moved?.text).not.toBe(first?.text);

  // A panel does not stop it; the pause does, and it goes on with the same sentence.
  await page.keyboard.press('t');
  await page.getByRole('dialog', { name: 'Contents' }).waitFor();
  expect(await voice.isSpeaking()).toBe(true);
  await page.keyboard.press('Escape');
  await page.keyboard.press('l');
  await expect.poll(() => voice.isSpeaking()).toBe(false);
  await page.keyboard.press('MediaPlayPause');
  expect(await saying(voice, count + 2)).toEqual(moved);
  await page.keyboard.press('MediaTrackNext');
  await saying(voice, count + 3);
  await page.keyboard.press('MediaTrackPrevious');
  expect(await saying(voice, count + 4)).toEqual(moved);

  // Scrolling: the sentence stays in sight.
  await page.keyboard.press('v');
  await page.waitForTimeout(300);
  for (let step = 0; step < 30; step += 1) {
    await voice.end();
    await expect.poll(async () => (await spokenIn(page))?.isVisible).toBe(true);
  }
  expect(await faultsOf(page)).toEqual([]);

  await page.keyboard.press('Escape');
  await page.waitForURL(/\/book\//);
  await expect.poll(() => voice.isSpeaking()).toBe(false);
});

test('a page is turned within a sentence, and the voice begins with the selection', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const words = 'of the white whale in the wide sea '.repeat(120);
  const { page, voice } = await openBook({ client, folder }, openSignedIn, {
    parts: 1,
    markup: `<p id="long">A long sentence, ${words}, has an end.</p><p>A short one.</p>`,
  });
  await page.evaluate(() => {
    const text = document.querySelector<HTMLIFrameElement>('main iframe')?.contentDocument;
    const paragraph = text?.getElementById('long');
    if (paragraph) text?.getSelection()?.selectAllChildren(paragraph);
  });
  await page.keyboard.press('l');
  expect((await saying(voice, 1))?.text).toMatch(/^A long sentence, of the white whale/);
  const before = await page.locator('main').getAttribute('data-page');
  // The highlight is the sentence as a whole; its pieces are short enough for one utterance each.
  expect((await spokenIn(page))?.text).toMatch(/^A long sentence, .* has an end\.$/);
  let count = 1;
  while ((await page.locator('main').getAttribute('data-page')) === before) {
    await voice.end();
    count += 1;
    const piece = await saying(voice, count);
    expect(piece?.text.length).toBeLessThanOrEqual(180);
    await voice.word(0);
    expect(count).toBeLessThan(40);
  }
});

test('speed and voice are saved on the device, and the timer pauses', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const { page, voice } = await openBook({ client, folder }, openSignedIn, {
    parts: 3,
    paragraphs: 2,
  });
  await page.keyboard.press('l');
  expect(await saying(voice, 1)).toMatchObject({ rate: 1, voice: null });
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('1.5');
  expect(await saying(voice, 2)).toMatchObject({ rate: 1.5, voice: null });
  const voices = page.getByRole('combobox', { name: 'Voice' });
  await expect
    .poll(() => voices.locator('option').allTextContents())
    .toEqual(['Default voice', 'Voice en-GB', 'Voice de-DE', 'Voice fr-FR']);
  await voices.selectOption('Voice en-GB');
  expect(await saying(voice, 3)).toMatchObject({ rate: 1.5, voice: 'Voice en-GB' });
  await page.reload();
  await page.locator('main[data-state="ready"][data-page]').waitFor();
  await page.keyboard.press('l');
  expect(await saying(voice, 1)).toMatchObject({ rate: 1.5, voice: 'Voice en-GB' });

  const timer = page.getByRole('combobox', { name: 'Sleep timer' });
  await timer.selectOption('End of chapter');
  await voice.end();
  await saying(voice, 2);
  await voice.end();
  await page.getByRole('button', { name: 'Resume' }).click();
  expect(await saying(voice, 3)).toMatchObject({ text: 'This is part-2 of Whale.' });

  await timer.selectOption('15 min');
  await page.evaluate(() => {
    const later = Date.now() + 16 * 60_000;
    Date.now = () => later;
  });
  await voice.end();
  await page.getByRole('button', { name: 'Resume' }).waitFor();
  expect(await voice.said()).toHaveLength(3);

  await page.getByRole('button', { name: 'Resume' }).click();
  await saying(voice, 4);
  await voice.fail();
  await page.getByRole('alert').filter({ hasText: 'The voice does not speak.' }).waitFor();
  await page.getByRole('button', { name: 'Stop reading aloud' }).click();
  await page.getByRole('toolbar', { name: 'Read aloud' }).waitFor({ state: 'detached' });
  expect(await spokenIn(page)).toBeNull();
});

test('on the smallest phone, the choices of the voice are wide enough for words and below the text', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const { page } = await openBook({ client, folder }, openSignedIn, { parts: 3, paragraphs: 20 });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.keyboard.press('l');
  const timer = page.getByRole('combobox', { name: 'Sleep timer' });
  const voices = page.getByRole('combobox', { name: 'Voice' });
  for (const choice of [timer, voices]) {
    await expect.poll(async () => (await choice.boundingBox())?.width).toBeGreaterThan(90);
  }
  const stop = await page.getByRole('button', { name: 'Stop reading aloud' }).boundingBox();
  const text = page.locator('main section').first();
  const bottom = async () => {
    const box = await text.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  await expect.poll(bottom).toBeLessThanOrEqual(stop?.y ?? NaN);
});

test('a browser without voices says how to get one', async ({ client, folder, openSignedIn }) => {
  const { page, voice } = await openBook(
    { client, folder },
    openSignedIn,
    { parts: 1 },
    { languages: [] },
  );
  await page.keyboard.press('l');
  await page.getByRole('alert').filter({ hasText: 'This browser has no voice.' }).waitFor();
  expect(await voice.said()).toEqual([]);
  expect(await faultsOf(page)).toEqual([]);
});

test('vertical text from right to left and fixed pages are read', async ({
  client,
  folder,
  openSignedIn,
}) => {
  const books = copyFixtures('library/Books/夏目 漱石', path.join(folder, 'Books', 'Natsume'));
  copyFixtures('library/Books/אורי עידן', path.join(folder, 'Books', 'Idan'));
  await scanLibrary(client, 'Books', path.dirname(books));
  writeEpub(path.join(folder, 'Fixed', 'Fixed.epub'), {
    title: 'Fixed',
    parts: 4,
    fixed: { width: 400, height: 600 },
  });
  await scanLibrary(client, 'Fixed', path.join(folder, 'Fixed'));
  const { data } = await client.call(listBooks, {});
  const idOf = (title: string) => data.find((book) => book.title === title)?.id ?? title;
  const page = await openSignedIn(null);
  const voice = await giveVoice(page, ['ja-JP']);

  for (const { title, lang } of [
    { title: '草枕', lang: /^ja/ },
    { title: 'מפליגים בישראל', lang: /^he/ },
  ]) {
    await page.goto(`/read/${idOf(title)}?page=3`);
    await page.locator('main[data-state="ready"][data-page]').waitFor();
    await page.keyboard.press('l');
    // In pages, then in one strip.
    for (let number = 1; number <= 50; number += 1) {
      expect((await saying(voice, number))?.lang).toMatch(lang);
      // A picture of which the description is spoken is not highlighted.
      const isSeen = async () => {
        const spoken = await spokenIn(page);
        return spoken?.text === '' || spoken?.isVisible === true;
      };
      await expect.poll(isSeen).toBe(true);
      if (number === 30) await page.keyboard.press('v');
      await voice.end();
    }
    const said = (await voice.said()).map(({ text }) => text);
    expect(new Set(said).size).toBeGreaterThan(35);
    await page.keyboard.press('v');
  }

  await page.goto(`/read/${idOf('Fixed')}`);
  await page.locator('main[data-state="ready"][data-page]').waitFor();
  await page.keyboard.press('l');
  for (let number = 1; number <= 4; number += 1) {
    expect(await saying(voice, number)).toMatchObject({
      text: `This is part-${number} of Fixed.`,
    });
    await voice.end();
  }
});
