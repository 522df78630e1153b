import { expect, test } from 'vitest';

import { searchedWords, similarityTo, words } from './tokens.ts';

test.each([
  ['Élan & Co. – "Part II"', ['elan', 'co', 'part', 'ii']],
  ['進撃の巨人 vol.3', ['進 撃 の 巨 人', 'vol', '3']],
  ['X進', ['x 進']],
  ['Straße\0Nr', ['strassenr']],
  ['!!! 🦇 %_', []],
  ['हिन्दी', ['हिन्दी']],
])('the words of %j are %j', (text, expected) => {
  expect(words(text)).toEqual(expected);
});

test.each([
  ['S.H.I.E.L.D', ['s', 'h', 'i', 'e', 'l', 'd', 'shield']],
  ['G.I. Joe', ['g', 'i', 'joe', 'gi']],
  ['G.I.Joe', ['g', 'i', 'joe', 'gi']],
  ['J. R. R. Tolkien', ['j', 'r', 'r', 'tolkien', 'jrr']],
  ['D.Gray-man', ['d', 'gray', 'man']],
  ['No.6', ['no', '6']],
])('%j is found by the words %j', (text, expected) => {
  expect(searchedWords(text)).toEqual(expected);
});

test.each([
  ['batmn', 'Batman'],
  ['naurto', 'Naruto'],
  ['spidrman', 'Spider-Man'],
  ['watchmne', 'Watchmen'],
  ['sandmann', 'The Sandman'],
])('%s is like %s', (typed, name) => {
  expect(similarityTo(words(typed))(words(name))).toBeGreaterThan(0);
});

test.each([
  ['batmn', 'Saga'],
  ['batmn zebra', 'Batman'],
  ['bone', 'Blacksad'],
  ['batmn', ''],
])('%s is not like %j', (typed, name) => {
  expect(similarityTo(words(typed))(words(name))).toBe(0);
});
