import { setImmediate as turn } from 'node:timers/promises';

import { afterAll, expect, test } from 'vitest';

import { recognisedPage } from '../media/mokuro/mokuro.ts';
import { createParseWorker } from './parse-worker.ts';

const parser = createParseWorker();
afterAll(() => parser.close());

const mebibyte = 1024 * 1024;
const filled = (text: string, bytes: number) => text.repeat(Math.floor(bytes / text.length));
const entry = '<Book Series="a" Number="1"/>';

/** Turns of the event loop, in which others are answered, until the text is parsed. */
const turnsUntil = async (parsing: Promise<unknown>): Promise<number> => {
  const state = { isParsed: false };
  void parsing.finally(() => (state.isParsed = true));
  let turns = 0;
  while (!state.isParsed) {
    turns += 1;
    await turn();
  }
  return turns;
};

const block = '{"box":[0,0,1,1],"lines":["a"]}';
const mokuroPage = (blocks: number, each = block, image = 'a') =>
  `{"img_path":"${image}","img_width":1,"img_height":1,"blocks":[${filled(`${each},`, blocks * (each.length + 1))}${each}]}`;
const mokuroFile = (page: string) =>
  Buffer.from(`{"pages":[${filled(`${page},`, 2 * mebibyte)}${page}]}`);

test.each([
  ['a feed', () => parser.run('feed', feed('<a/>'), input)],
  ['text beside a book', () => parser.run('mokuro', mokuroFile(mokuroPage(400)))],
  ['damaged text beside a book', () => parser.run('mokuro', mokuroFile(mokuroPage(400, '{}')))],
  ['a reading list', () => parser.run('cbl', list(filled('<a/>', mebibyte)))],
  ['a part of a book', () => parser.run('markup', markup('&nbsp;', 2), options)],
])('others are answered while %s is parsed', async (_, parse) => {
  // A parser on this thread lets nobody else have a turn.
  expect(await turnsUntil(parse())).toBeGreaterThan(100);
});

const input = {
  source: { id: 'a', source_tag: 'a', url: 'http://feeds.example', language: null },
  tracked: [{ seriesId: 'berserk', titles: ['Berserk'], languages: [] }],
  minConfidence: 0.7,
};
const options = { path: 'a.xhtml', html: false };
const feed = (items: string) =>
  Buffer.from(
    `<rss version="2.0"><channel><title>A</title>${filled(items, mebibyte)}</channel></rss>`,
  );
const list = (books: string) => `<ReadingList><Name>N</Name><Books>${books}</Books></ReadingList>`;
const markup = (inside: string, size: number) =>
  Buffer.from(`<html><body>${filled(inside, size * mebibyte - 100)}</body></html>`);

test('short and long texts are parsed alike', async () => {
  const short = await parser.run('markup', Buffer.from('<p onclick="a">b&nbsp;</p>'), options);
  const long = await parser.run('markup', markup('<p onclick="a">b&nbsp;</p>', 1), options);
  expect(Buffer.from(short).toString()).toContain('<p>b\u00a0</p>');
  expect(Buffer.from(long).toString()).toContain('<p>b\u00a0</p><p>b\u00a0</p>');
  expect(await parser.run('cbl', list(entry))).toMatchObject({ entries: { length: 1 } });
  expect(await parser.run('cbl', list(entry.repeat(9000)))).toMatchObject({
    entries: { length: 9000 },
  });
  const [match] =
    (await parser.run(
      'feed',
      feed('<item><title>Berserk v42 (Digital)</title><guid>1</guid></item>'),
      input,
    )) ?? [];
  expect(match).toMatchObject({ seriesId: 'berserk', confidence: 1, volumes: [{ start: 42 }] });
});

test('names of images with endless combining marks do not delay pages', async () => {
  const marks = filled('\u0591\u0345\u0301\u0316\u05c4\u0327', 1000);
  const book = await parser.run('mokuro', mokuroFile(mokuroPage(1, block, `a${marks}`)));
  const pages = book?.pages ?? [];
  expect(pages.length).toBeGreaterThan(1000);
  const wanted = { filename: '001.png', index: 1, count: pages.length };
  expect(book && recognisedPage(book, wanted)).toMatchObject({ blocks: [{ lines: ['a'] }, {}] });
});
