import { expect, test } from 'vitest';

import type { ComicInfoPage } from '../comic-info/comic-info.ts';
import { sortPages } from '../../text/natural.ts';
import { arrangePages } from './page-order.ts';

const page = (filename: string, file_size = 100) => ({
  source: 'folder' as const,
  filename,
  media_type: 'image/jpeg',
  width: null,
  height: null,
  file_size,
});
const listed = (types: (string | null)[], size: number | null = null): ComicInfoPage[] =>
  types.map((type, image) => ({ image, type, size, double_page: false, bookmark: null }));

const order = (names: readonly string[]) =>
  arrangePages(
    sortPages(names, String).map((name) => page(name)),
    [],
  ).pages.map(({ filename }) => filename);

test.each([
  [['001.jpg', '002.jpg', 'cover.jpg']],
  [['page 01.jpg', 'page 02.jpg', 'Front Cover.jpg']],
  [['Saga 01 - 001.jpg', 'Saga 01 - 002.jpg', 'Saga 01 - Cover.jpg']],
  [['漫画/一.jpg', '漫画/二.jpg', '漫画/表紙.jpg']],
])('the front cover of %s comes first', (names) => {
  expect(order(names)).toEqual([names.at(-1), ...names.slice(0, -1)]);
});

test('the back cover comes last', () => {
  const names = ['back cover.jpg', 'p01.jpg', 'p02.jpg'];
  expect(order(names)).toEqual(['p01.jpg', 'p02.jpg', 'back cover.jpg']);
});

test.each([
  [['001.jpg', '002.jpg', 'recover.jpg']],
  [['c001.jpg', 'c002.jpg', 'cover 7.jpg']],
  [['ch 1 p1.jpg', 'ch 2 cover.jpg', 'ch 2 p1.jpg']],
  [['a/001.jpg', 'b/001.jpg', 'b/cover.jpg']],
])('%s stay in natural order', (names) => {
  expect(order(names)).toEqual(names);
});

test.each([
  [['一', '二', '三', '九', '十', '十一', '二十', '百二']],
  [['第一話', '第二話', '第九話', '第十話', '第二十一話']],
  [['一二', '二〇']],
])('pages numbered in kanji, %s, are in the order of their numbers', (numbers) => {
  const names = numbers.map((number) => `${number}.jpg`);
  expect(order(names.toReversed())).toEqual(names);
});

const three = ['1.jpg', '2.jpg', '3.jpg'].map((name) => page(name));

test('pages that the metadata marks as deleted are left out', () => {
  const { pages, cover } = arrangePages(three, listed(['Deleted', 'FrontCover', null]));
  expect(pages).toEqual(three.slice(1));
  expect(cover).toBeNull();
});

test('a page that the metadata declares as the front cover is the cover', () => {
  expect(arrangePages(three, listed([null, null, 'FrontCover'])).cover).toEqual(three[2]);
  expect(arrangePages(three, listed([null, null, 'FrontCover']).slice(2)).cover).toEqual(three[2]);
});

test('a first page that is declared as the front cover does not replace a page of that name', () => {
  const named = ['1.jpg', '2.jpg', 'cover.jpg'].map((name) => page(name));
  const { pages, cover } = arrangePages(named, listed(['FrontCover', null, null]));
  expect(pages[0]?.filename).toBe('cover.jpg');
  expect(cover).toBeNull();
});

test.each([
  ['of another number of pages', listed(['Deleted', null])],
  ['of pages of another size', listed(['Deleted', null, null], 101)],
  ['that deletes everything', listed(['Deleted', 'Deleted', 'Deleted'])],
])('a list %s hides none', (_, pages) => {
  expect(arrangePages(three, pages).pages).toEqual(three);
});
