import { expect, test } from 'vitest';

import { chaptersOf, currentChapter, sharedParts } from './chapters.ts';

const link = (href: string, title: string, children: object[] = []) => ({ href, title, children });
const manifest = {
  readingOrder: [link('/title', 'Title'), link('/poem', 'Poem'), link('/notes', 'Notes')],
  toc: [
    link('/poem#one', 'I.', [link('/poem#half', 'Half')]),
    link('/poem#two', 'II.'),
    link('/notes', 'Notes'),
  ],
} as unknown as Parameters<typeof chaptersOf>[0];
const anchors = new Map([
  ['one', 0],
  ['half', 0.3],
  ['two', 0.6],
]);
const chapters = chaptersOf(manifest, (part) => (part === '/poem' ? anchors : undefined));

const positionAt = (spineIndex: number, progression: number, visibleShare = 0.05) =>
  currentChapter(chapters, spineIndex, {
    locator: { href: '/', type: '', locations: { progression } },
    visibleShare,
  })?.title;

test('entries that point into one part begin where their ids are', () => {
  expect(chapters.map(({ progression }) => progression)).toEqual([0, 0.3, 0.6, 0]);
  expect(sharedParts(chapters)).toEqual(['/poem']);
});

test('the chapter that began last is the one being read, also if it began on this screen', () => {
  expect(positionAt(0, 0.5)).toBeUndefined();
  expect(positionAt(1, 0.1)).toBe('I.');
  expect(positionAt(1, 0.28)).toBe('Half');
  expect(positionAt(1, 0.56)).toBe('II.');
  expect(positionAt(1, 1)).toBe('II.');
  expect(positionAt(2, 0.9)).toBe('Notes');
});
